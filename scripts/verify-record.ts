import { explainFaults, readConfig } from '@/lib/config'
import { visibleText } from '@/lib/confirmation'
import { verifyRecord } from '@/lib/record'
import { jsonLog, openStore } from '@/lib/server/start'
import { administration, openDatabase, recordStore } from '@/lib/store'

// Is the record of every organization whole? Computes every hash anew, under the serving role, and changes nothing. Prints
// each fault; exits with 1 where there is one.  npm run verify

const say = (text: string) => void process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const read = readConfig()
  if (!read.ok) throw new Error(explainFaults(read.error))
  const ready = await openStore(
    read.value,
    jsonLog(() => undefined),
  )
  const database = openDatabase(ready.url)
  try {
    for (const { id, name } of await administration(database).organizations()) {
      const { faults, events, requests, seals, unsealed } = await verifyRecord(recordStore(database), id)
      say(visibleText(`${name}: ${events} events, ${requests} requests, ${seals} seals, ${unsealed} not sealed yet`))
      for (const { where, message } of faults) say(`  FAULT  ${where}: ${message}`)
      say(faults.length === 0 ? '  The record is whole.' : `  ${faults.length} faults.`)
      if (faults.length > 0) process.exitCode = 1
    }
  } finally {
    await database.close()
    await ready.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
})
