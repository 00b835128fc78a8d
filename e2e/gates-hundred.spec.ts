import { fillAnswer } from './support/fill-answer'
import { approveAnswer, canonicalText, proposeGate, recorded } from './support/gates'
import { HUNDRED } from './support/hundred-gates'
import { people } from './support/people'
import { expect, test } from './support/test'

const TEN = 10

test.describe('a hundred gates in the style of real ones are proposed, drawn, filled in and recorded as typed', () => {
  test('there are a hundred', () => expect(HUNDRED).toHaveLength(100))

  for (let from = 0; from < HUNDRED.length; from += TEN)
    test(`${from + 1} to ${from + TEN}`, async ({ as }) => {
      test.setTimeout(180_000)
      const page = await as(people.dana)
      for (const { name, schema, answer, says } of HUNDRED.slice(from, from + TEN))
        await test.step(name, async () => {
          const id = await proposeGate(schema)
          await page.goto(`/requests/${id}`)
          await expect(
            page
              .getByRole('button', { name: /Edit as JSON|Give an answer/ })
              .or(page.getByLabel('Your answer, as JSON')),
          ).toBeVisible()
          await fillAnswer(page, answer, says)
          await approveAnswer(page)
          await expect(page.getByRole('heading', { name: 'What was answered' }), name).toBeVisible()
          const { status, text } = await recorded(id)
          expect({ name, status, text }).toEqual({ name, status: 'approved', text: canonicalText(answer) })
        })
    })
})
