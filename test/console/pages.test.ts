import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { addMember, browser, PASSWORD } from '../support/console.ts'
import { consoleOf, startPages } from '../support/console-page.ts'
import { type Api, startServer, testClock } from '../support/server.ts'

/** What keeps other pages, other scripts and other machines out of the pages. */
const SHELL_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-cache',
  // The proxy that has the certificate decides about it.
  'strict-transport-security': null,
}

test('the shell is served for every page, runs only scripts of this server, and cannot be framed', async (t) => {
  const api = await startServer(t)
  for (const path of ['', '/', '/refunds/act_1', '/nothing']) {
    const response = await fetch(consoleOf(api) + path)
    assert.equal(response.status, 200)
    for (const [name, value] of Object.entries(SHELL_HEADERS)) assert.equal(response.headers.get(name), value, name)
    assert.doesNotMatch(await response.text(), /<script>|style=|onload=/)
  }
  assert.equal((await fetch(`${consoleOf(api)}/api/nothing`)).status, 404)
  assert.equal((await fetch(`${consoleOf(api)}/assets/nothing.js`)).status, 404)
})

test('files are kept by browsers for good, since their names change with them', async (t) => {
  const api = await startServer(t)
  const shell = await (await fetch(consoleOf(api))).text()
  const names = [...shell.matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map(([, name]) => name)
  assert.ok(names.length >= 4)
  for (const name of names) {
    const response = await fetch(`${consoleOf(api)}/${name}`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'same-origin')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.match(name ?? '', /-[A-Z\d]{8}\.\w+$/)
    await response.arrayBuffer()
  }
})

test('below the path of a public address the shell loads from there', async (t) => {
  const api = await startServer(t, { settings: { publicUrl: 'https://shop.example/support/api/v1' } })
  assert.match(await (await fetch(consoleOf(api))).text(), /<base href="\/support\/console\/">/)
})

test('the pages in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const started = async (): Promise<Api> => startServer(t)

  await t.test('somebody signs in, sees their workspace, and signs out', async () => {
    const api = await started()
    await addMember(api)
    const { page, complaints, strangers, leave } = await pages.open(api, '/settings/keys')
    await page.getByLabel('E-mail').fill('ada@shop.example')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await page.getByRole('link', { name: 'Keys' }).and(page.locator('[aria-current="page"]')).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByLabel('E-mail').waitFor()
    assert.deepEqual(strangers, [])
    assert.deepEqual(
      complaints.filter((line) => !line.startsWith('Failed to load resource')),
      [],
    )
    await leave()
  })

  await t.test('a key is created, shown once, and revoked after the password is typed again', async () => {
    const api = await started()
    const memberId = await addMember(api)
    const { page, complaints, leave } = await pages.open(api, '/settings/keys', { memberId })
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('backend <b>')
    // The clock of the server stands still, so the session's password counts as typed long ago after this.
    api.clock.advance(11 * 60_000)
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm' }).click()
    const key = await page.getByRole('dialog').getByRole('textbox', { name: 'Key', exact: true }).inputValue()
    assert.equal((await fetch(`${api.baseUrl}/ping`, { headers: { authorization: `Bearer ${key}` } })).status, 200)
    await page.keyboard.press('Escape')
    assert.ok(await page.getByText('Copy the key now').isVisible(), 'a key that was not saved does not vanish with Esc')
    await page.getByRole('button', { name: 'I have saved it' }).click()
    const row = page.getByRole('row').filter({ hasText: 'backend <b>' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke backend <b>' }).click()
    await page.getByRole('status').getByText('The key backend <b> is revoked.').waitFor()
    assert.equal((await fetch(`${api.baseUrl}/ping`, { headers: { authorization: `Bearer ${key}` } })).status, 401)
    assert.deepEqual(
      complaints.filter((line) => !line.startsWith('Failed to load resource')),
      [],
    )
    await leave()
  })

  await t.test('who is signed out meanwhile signs in over the page, and loses nothing that was typed', async () => {
    const api = await started()
    const memberId = await addMember(api)
    const { page, leave } = await pages.open(api, '/settings/keys', { memberId })
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('backend')
    await api.store.write((tx) => tx.run('DELETE FROM member_sessions'))
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Copy the key now').waitFor()
    await leave()
  })

  await t.test('after too many wrong passwords the time until the next try is counted down', async () => {
    // The time that the browser takes does not shorten the wait.
    const api = await startServer(t, { clock: testClock(Date.now()) })
    await addMember(api)
    for (let number = 0; number < 5; number++)
      await browser(api).post('/sign-in', { email: 'ada@shop.example', password: 'wrong' })
    const { page } = await pages.open(api, '/')
    await page.clock.install()
    await page.getByLabel('E-mail').fill('ada@shop.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText(/^Try again in (300|299|298) s/).waitFor()
    await page.clock.fastForward(200_000)
    await page.getByText(/^Try again in \d\d s/).waitFor()
    await page.clock.fastForward(100_000)
    await page.getByText(/^Try again in/).waitFor({ state: 'detached' })
    await page.context().close()
  })

  await t.test('every page can be used by everybody', async () => {
    const api = await started()
    const memberId = await addMember(api)
    const { page, checkThemes, follow } = await pages.open(api, '/settings/keys', { memberId, width: 320 })
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await checkThemes()
    await follow('/nothing')
    await page.getByRole('heading', { name: 'There is no such page.' }).waitFor()
    await checkThemes()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByLabel('E-mail').waitFor()
    await checkThemes()
  })
})
