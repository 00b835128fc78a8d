import { checkDatabase } from './check-database/check'

// Does everything in this database fit together? Prints what there is and what cannot be; exits with 1 where something
// cannot be.  npx tsx scripts/check-database.ts [postgresql://…]   (else DATABASE_OWNER_URL, else DATABASE_URL)

const url = process.argv[2] ?? process.env.DATABASE_OWNER_URL ?? process.env.DATABASE_URL
if (url === undefined) {
  console.error('Say which database: npx tsx scripts/check-database.ts postgresql://…')
  process.exit(2)
}
const { counts, faults } = await checkDatabase(url)
const say = (text: string) => void process.stdout.write(`${text}\n`)
for (const [what, number] of Object.entries(counts)) say(`${String(number).padStart(9)}  ${what}`)
for (const { org, request, what } of faults) say(`FAULT  ${org} ${request ?? '-'}: ${what}`)
say(faults.length === 0 ? 'Nothing is wrong.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1
