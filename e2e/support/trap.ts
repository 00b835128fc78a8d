import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that nobody should ask anything; it remembers who did. */
export async function startTrap(): Promise<{ url: string; asked(): string[]; stop(): Promise<void> }> {
  const asked: string[] = []
  const server = createServer(({ url = '' }, answer) => {
    asked.push(url)
    answer.end('{"type":"string"}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  }
}
