import {
  type CommandCall,
  commandFaults,
  commandQuestion,
  describeCommand,
  judgeTicks,
  type Reading,
  readingOf,
  ticksOf,
} from '@/lib/command'
import { yes } from '@/lib/result'
import { defineKind, type Tool } from '@/lib/tools'

/**
 * A shell command as a request: the script and all that changes what it would do are bound and shown; the client that
 * asked runs it, with a grant. Nothing is recorded beside the approval: what is ticked is what the question says.
 */
export function commandKind(): Tool {
  const reading = remembered()
  return defineKind<CommandCall>({
    name: 'command',
    label: 'Command',
    check: (inputs) => commandFaults(inputs),
    describe: async ({ inputs }) => describeCommand(inputs),
    question: (call) => commandQuestion(call, reading(call.script)),
    judgeAnswer(call, answer) {
      const judged = judgeTicks(ticksOf(call, reading(call.script)), answer)
      return judged.ok ? yes('') : judged
    },
  })
}

/** A script is read several times while one page is made, and a long one takes a while. */
function remembered(): (script: string) => Reading {
  const known = new Map<string, Reading>()
  return (script) => {
    const found = known.get(script) ?? readingOf(script)
    known.delete(script)
    known.set(script, found)
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED) break
      known.delete(oldest)
    }
    return found
  }
}

const REMEMBERED = 50
