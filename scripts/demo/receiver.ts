import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sql } from '@/lib/tools'
import { type Announcement, receiveAnnouncement } from '@/lib/tools/samples'

/** The world outside of the demo: takes announcements on loopback and keeps each once. `url` is where to post them. */
export async function startReceiver(sql: Sql): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      try {
        const announcement: Announcement = JSON.parse(Buffer.concat(parts).toString('utf8'))
        await receiveAnnouncement(sql, String(request.headers['idempotency-key']), announcement)
        response.writeHead(204).end()
      } catch (error) {
        response.writeHead(500).end(String(error))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/announcements`, stop: () => server.close() }
}
