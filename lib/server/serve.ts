import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import next from 'next'
import { type Composition, setComposition } from './composition'
import { consoleToLog } from './console-to-log'
import { type FrontParts, frontServer } from './front-server'

/** A server that listens. */
export type Serving = { stop(): Promise<void> }

/**
 * Starts Next behind the front, and listens. `dir` is the folder of the build. The composition is set before Next
 * loads a page.
 */
export async function serve(options: {
  composition: Composition
  api: FrontParts['api']
  listen: { host: string; port: number }
  dir: string
  isDevelopment: boolean
}): Promise<Serving> {
  const { composition, api, listen, dir, isDevelopment } = options
  if (!isDevelopment) consoleToLog(composition.log, composition.reply)
  setComposition({ ...composition, settings: { ...composition.settings, isDevelopment } })
  const app = next({
    dev: isDevelopment,
    dir,
    port: listen.port,
    hostname: 'localhost',
    // With the real server Next adds an upgrade listener of its own, and too late.
    httpServer: new EventEmitter() as unknown as Server,
  })
  await app.prepare()
  const front = frontServer({
    composition,
    api,
    pages: app.getRequestHandler(),
    upgrade: isDevelopment ? upgradeOf(app) : null,
  })
  await new Promise<void>((resolve, reject) => {
    front.server.once('error', reject)
    front.server.listen(listen.port, listen.host, () => {
      front.server.off('error', reject)
      resolve()
    })
  })
  return {
    stop: async () => {
      await front.stop()
      await app.close()
    },
  }
}

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** The handler that works before the first page; `getUpgradeHandler()` does nothing for module reloading. */
function upgradeOf(app: unknown): Upgrade {
  return (request, socket, head) => (app as { upgradeHandler: Upgrade }).upgradeHandler(request, socket, head)
}
