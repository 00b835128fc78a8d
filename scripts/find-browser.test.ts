import { expect, test } from 'vitest'
import { findBrowser, type Machine } from './find-browser'

/** A machine with nothing on it. */
const aMachine = (with_: Partial<Machine> = {}): Machine => ({
  chromiumPath: undefined,
  isRoot: false,
  has: () => false,
  starts: () => true,
  install: () => false,
  unpack: () => null,
  playwrightsOwn: async () => null,
  ...with_,
})
const silent = () => {}
const find = (with_: Partial<Machine>) => findBrowser(silent, aMachine(with_))

test('CHROMIUM_PATH comes first, and one that does not start is an error, not passed over', async () => {
  expect(await find({ chromiumPath: '/opt/c', has: () => true })).toMatchObject({ executablePath: '/opt/c' })
  await expect(find({ chromiumPath: '/opt/c', starts: () => false, has: () => true })).rejects.toThrow('CHROMIUM_PATH')
})

test('a system browser that does not start is passed over for one that does', async () => {
  const found = await find({ has: () => true, starts: (file) => file === '/usr/bin/google-chrome' })
  expect(found).toMatchObject({ executablePath: '/usr/bin/google-chrome', from: 'the system' })
})

test('apt is used by root only, and only where there is none', async () => {
  let installed = false
  const machine = {
    has: (file: string) => file === '/usr/bin/apt-get' || installed,
    install: () => {
      installed = true
      return true
    },
  }
  await expect(find(machine)).rejects.toThrow()
  expect(installed).toBe(false)
  expect(await find({ ...machine, isRoot: true })).toMatchObject({ from: 'the system' })
})

test('where apt fails the one from npm is unpacked, with its libraries', async () => {
  const unpack = () => ({ executablePath: '/data/chromium', env: { LD_LIBRARY_PATH: '/data/lib' } })
  expect(await find({ isRoot: true, has: (file) => file === '/usr/bin/apt-get', unpack })).toEqual({
    executablePath: '/data/chromium',
    env: { LD_LIBRARY_PATH: '/data/lib' },
    from: '@sparticuz/chromium',
  })
})

test('Playwright’s own is the last; without any the error is the one line to type', async () => {
  expect(await find({ playwrightsOwn: async () => '/pw/chrome' })).toMatchObject({ from: 'Playwright' })
  await expect(find({})).rejects.toThrow('npx playwright install')
})
