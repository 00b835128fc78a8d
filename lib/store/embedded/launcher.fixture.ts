import { startEmbedded } from './start-embedded'

// A launcher in a process of its own, for tests that kill it. Prints one line of JSON when the server answers; stops
// the server when its input ends.

const [dataDir = ''] = process.argv.slice(2)
const said: string[] = []

async function launch(): Promise<void> {
  const server = await startEmbedded({ dataDir, log: (sentence) => said.push(sentence) })
  console.log(JSON.stringify({ ownerUrl: server.ownerUrl, port: server.port, said }))
  process.stdin.resume()
  process.stdin.once('end', () => void server.stop())
}

void launch()
