import { expect, it } from 'vitest'
import { inviteSender } from './invite-sender'

it('a fault on the way of an invitation is logged, and ends nothing', async () => {
  const logged: string[] = []
  const log = { info: () => undefined, warn: () => undefined, error: (event: string) => void logged.push(event) }
  const nameOf = async () => Promise.reject(new Error('no database'))
  const invite = { to: 'a@x.example', name: 'A', org: 'northgate', by: 'Boss' }
  // vitest fails a run in which a rejection is handled by nobody
  expect(inviteSender({ nameOf, mailer: null, log, url: 'http://localhost:3000' })(invite)).toBeUndefined()
  await expect.poll(() => logged).toEqual(['invite_failed'])
})
