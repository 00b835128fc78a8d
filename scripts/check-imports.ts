/**
 * Does the code keep to the table of rooms? `tsx scripts/check-imports.ts [folder]`
 *
 * Type-only imports count: a type is knowledge too. A checker that sees no file would be content as well, so seeing
 * few is a fault.
 */
import path from 'node:path'
import { checkTree } from './check-imports/check-tree'
import { readTree } from './check-imports/read-tree'
import { faultsOfTable, rooms } from './rooms'

const tree = readTree(path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..')))
const faults = [
  ...faultsOfTable(rooms),
  ...checkTree(tree).map(({ file, line, rule, says }) => `${file}:${line} ${rule}: ${says}`),
]
if (tree.sources.size <= 20) faults.push(`only ${tree.sources.size} modules seen: this cannot be the repository`)
for (const fault of faults) console.log(fault)
console.log(`${tree.sources.size} modules seen, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
