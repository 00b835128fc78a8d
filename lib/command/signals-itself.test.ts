import { describe, expect, it } from 'vitest'
import { signalsItself } from './index'

const self = { pid: 4242, names: ['ledger-agent', 'node'] }

describe('a script that signals the agent itself', () => {
  it.each([
    'kill 4242',
    'kill "$PPID"',
    ['kill "$', '{PPID}"'].join(''),
    'kill -9 4242',
    'kill -s KILL 4242',
    'kill -n 9 -- 4242',
    'kill 0',
    'kill -- -1',
    'kill -9 -1',
    'kill -TERM -4242',
    'kill "4242"',
    'kill 11 4242',
    'kill $PPID',
    'kill \u0024{PPID}',
    '/bin/kill 4242',
    'killall ledger-agent',
    'killall -9 node',
    'killall /usr/bin/node',
    'pkill ledger',
    'pkill -f "^ledger-agent$"',
    'sudo pkill node',
    'sudo -u root kill 4242',
    'env A=1 kill 4242',
    'command kill 0',
    'exec kill 0',
    'nohup nice -n 5 kill 4242',
    'time kill 4242',
    'echo 4242 | xargs kill 0',
    'find . -exec kill 4242 ;',
    'true && kill 4242',
    'ls\nkill 4242 # later',
    'x=$(kill 4242)',
    'cat <(kill 4242)',
    'f() { kill 4242; }; f',
    'if true; then kill 4242; fi',
    "bash -c 'kill 4242'",
    "sudo sh -ec 'kill 4242'",
    "eval 'kill 4242'",
    'eval kill 4242',
  ])('%s', (script) => expect(signalsItself(script, self)).toBe(true))
})

describe('a script that does not', () => {
  it.each([
    'kill 31337',
    'kill -9 31337',
    'kill -1 31337',
    'kill -0 31337',
    'kill -l',
    'kill %1',
    'killall nginx',
    'pkill nginx',
    'echo kill 4242',
    'grep kill 0',
    "echo 'kill 4242'",
    'ls 4242',
    '# kill 4242',
  ])('%s', (script) => expect(signalsItself(script, self)).toBe(false))
})
