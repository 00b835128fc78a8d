import { Prisma } from '@/prisma/generated/client'

/**
 * A number of ours, in the text of a statement. As a parameter of a LIMIT it is a tenth of everything to a planner that
 * plans for any value: over a million rows it then plans each call anew, which takes longer than the reading (seen).
 */
export const literal = (count: number): Prisma.Sql => Prisma.raw(count.toFixed(0))
