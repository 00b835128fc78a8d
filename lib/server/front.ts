import { explainFaults, exportForLibraries, keepSecrets, readConfig } from '@/lib/config'
import { compose } from './compose'
import { jsonLog } from './log'
import { serve } from './serve'

/** The entry of a serving process; `--dev` compiles pages as they are asked for. */
async function main(): Promise<void> {
  const log = jsonLog()
  const read = readConfig()
  if (!read.ok) {
    process.stderr.write(`${explainFaults(read.error)}\n`)
    process.exitCode = 1
    return
  }
  const config = read.value
  const secrets = await keepSecrets(config)
  exportForLibraries(config, secrets)

  const composed = await compose(config, secrets, log)
  const worker = config.worker === 'none' ? null : composed.startWorker()
  const serving =
    config.worker === 'only'
      ? null
      : await serve({
          composition: composed.composition,
          api: composed.api,
          listen: config.listen,
          dir: process.cwd(),
          isDevelopment: process.argv.includes('--dev'),
        })
  log.info('started', { url: config.url, host: config.listen.host, port: config.listen.port, worker: config.worker })
  process.send?.({ started: config.url })

  let isStopping = false
  const stop = (why: string) => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info('stopping', { why })
    const ended = (async () => {
      await serving?.stop()
      await worker?.stop()
      await composed.close()
    })()
    ended
      .catch((error: unknown) => log.error('stop_failed', error))
      .finally(() => {
        log.info('stopped')
        process.exit()
      })
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  // Whoever started this process with a channel is gone: nobody would ever stop it.
  if (process.send !== undefined) process.on('disconnect', () => stop('the starting process ended'))
  // Next only logs these, and would go on in a state that nobody knows.
  process.on('uncaughtException', (error) => {
    log.error('uncaught', error)
    process.exitCode = 1
    stop('uncaught error')
  })
}

main().catch((error: unknown) => {
  jsonLog().error('start_failed', error)
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const why = isTaken ? 'another process listens on this port; set PORT to another one' : String(error)
  process.stderr.write(`Countersign did not start: ${why}\n`)
  process.exit(1)
})
