import { spawn } from 'node:child_process'
import path from 'node:path'

// The server from its sources: pages reload in place, and a change of the front starts it anew. `tsx watch`, not
// `node --watch`: that one restarts whenever Next compiles a page.

const root = path.join(import.meta.dirname, '..')
const child = spawn(
  path.join(root, 'node_modules/.bin/tsx'),
  ['watch', '--clear-screen=false', '--exclude', '.next/**', 'lib/server/front.ts', '--dev'],
  { cwd: root, env: { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' }, stdio: 'inherit' },
)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
