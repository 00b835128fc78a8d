import { expect, it } from 'vitest'
import { crash } from './crash'

/** How many moments somebody is killed at; 200 by COUNTERSIGN_CRASHES=200. */
const POINTS = Number(process.env.COUNTERSIGN_CRASHES ?? 20)

it(`server, worker and database killed at ${POINTS} random moments: nothing approved is lost, nothing is done twice, everything ends`, {
  timeout: 180_000 + POINTS * 10_000,
}, async () => {
  const { wrong, ended, kills } = await crash(POINTS)
  expect(wrong).toEqual([])
  expect(ended.length).toBeGreaterThan(POINTS)
  expect(Object.keys(kills).length).toBeGreaterThan(0)
})
