/** The console as people use it, in a real browser in front of a whole service. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Console, keepScreenshot, signIn, startConsole } from './browser.ts'

let running: Console

before(async () => {
  running = await startConsole()
})

after(() => running?.close())

test('a wrong password is refused in words, and says nothing of which was wrong', async () => {
  const page = await running.open()
  await page.goto(`${running.url}/console/orders`)
  await keepScreenshot(page, 'sign-in')
  await page.getByLabel('Operator').fill('admin')
  await page.getByLabel('Password').fill('not the password at all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Name and password do not match.').waitFor()
  await page.context().close()
})

test('who signs in stays signed in, and whoever signs out leaves nothing behind', async () => {
  const page = await running.open()
  await signIn(page, running)
  await page.reload()
  await page.locator('main#main h1').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in to Trimerge' }).waitFor()
  assert.deepEqual(await page.context().cookies(), [])
  await page.context().close()
})
