import type { Locator, Page } from '@playwright/test'
import { idAt } from '@/components/gate/model/id-at'
import { labelOf } from '@/components/gate/model/labels'
import { type Json, pathOf } from '@/lib/binding'

type At = readonly (string | number)[]
/** What is chosen at a place by another name than its value's own: `{ '$.method': 'Bacs' }`. */
export type Says = { readonly [path: string]: string }

/**
 * Fills in a gate's form as a person would: types, ticks, chooses and adds, from the answer that is wanted. What is
 * fixed or stands there already is left alone.
 */
export async function fillAnswer(page: Page, value: Json, says: Says = {}, at: At = []): Promise<void> {
  const path = pathOf(at)
  const chooser = page.locator(`#${idAt(path)}-form`)
  if ((await chooser.count()) > 0) {
    const label = says[path]
    if (label === undefined) throw new Error(`which form at ${path}?`)
    await chooser.selectOption({ label })
  }
  const control = page.locator(`#${idAt(path)}`)
  // fixed: it is shown, and needs nothing
  if ((await control.count()) === 0) return
  const tag = await control.evaluate((element) => element.tagName)
  if (tag === 'FIELDSET') return fillGroup(page, control, value, says, at)
  if (tag === 'SELECT') return void (await control.selectOption({ label: says[path] ?? labelOf(value) }))
  const isJson = (await control.getAttribute('name')) === null && tag === 'TEXTAREA'
  await control.fill(typeof value === 'string' && !isJson ? value : JSON.stringify(value))
}

async function fillGroup(page: Page, group: Locator, value: Json, says: Says, at: At): Promise<void> {
  if (typeof value === 'boolean') return group.getByRole('radio', { name: value ? 'Yes' : 'No', exact: true }).check()
  if (Array.isArray(value)) return fillList(page, group, value, says, at)
  if (typeof value !== 'object' || value === null)
    throw new Error(`${pathOf(at)} is a group, not ${JSON.stringify(value)}`)
  for (const [name, each] of Object.entries(value)) {
    const path = pathOf([...at, name])
    const isThere = (await page.locator(`#${idAt(path)}, #${idAt(path)}-form`).count()) > 0
    const adds = group.getByRole('button', { name: 'Add a value' })
    if (!isThere && (await adds.count()) > 0) {
      await adds.last().click()
      await group.getByLabel('Name', { exact: true }).last().fill(name)
    }
    await fillAnswer(page, each, says, [...at, name])
  }
}

async function fillList(page: Page, group: Locator, value: Json[], says: Says, at: At): Promise<void> {
  const boxes = group.locator(':scope > div > label > input[type=checkbox]')
  if ((await boxes.count()) > 0) {
    for (const each of value) await group.getByLabel(says[pathOf(at)] ?? labelOf(each), { exact: true }).check()
    return
  }
  for (const [n, each] of value.entries()) {
    const path = pathOf([...at, n])
    if ((await page.locator(`#${idAt(path)}, #${idAt(path)}-forms`).count()) === 0)
      await group.locator(':scope > div > button[aria-label^="Add to"]').click()
    await fillAnswer(page, each, says, [...at, n])
  }
}
