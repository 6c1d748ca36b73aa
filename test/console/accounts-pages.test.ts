import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { Secret, TOTP } from 'otpauth'
import { createKey } from '../../src/access/keys.ts'
import { createSession } from '../../src/access/member-sessions.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember, browser, browserOf, linkFor, PASSWORD } from '../support/console.ts'
import { ownComplaints, startPages } from '../support/console-page.ts'
import { storewire } from '../support/process.ts'
import { fc } from '../support/properties.ts'
import { type Api, owner, startServer, tempFolder, testClock } from '../support/server.ts'
import { atTerminal, noTerminal } from '../support/terminal.ts'

/** A server that a person has just started for the first time, and the link that it printed. */
async function firstStart(t: TestContext): Promise<{ baseUrl: string; fragment: string; db: string }> {
  const db = join(await tempFolder(t), 'shop.db')
  const { until, type, ended } = atTerminal(['serve', '--port', '0', '--db', db], { NO_COLOR: '1' })
  t.after(async () => {
    type('\u0003')
    await ended
  })
  const [, url = '', fragment = ''] = await until(/\nOpen (http:\S+)\/console#(setup=\w+)\n/)
  return { baseUrl: `${url}/api/v1`, fragment, db }
}

/** What a generator of any text comes up with. */
function hostileNames(): string[] {
  return fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), { numRuns: 20, seed: 7 })
}

test('from the first start to the first push', { skip: noBrowser || noTerminal }, async (t) => {
  const { baseUrl, fragment, db } = await firstStart(t)
  const pages = await startPages(t)
  const at = { baseUrl } as Api
  const { page, complaints, strangers, leave } = await pages.open(at, `/#${fragment}`)
  await page.getByLabel('Name of the shop').fill('Wool & Co <b>')
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('E-mail').fill('Ada@Shop.example')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('password1234')
  await page.keyboard.press('Enter')
  await page.getByText(/most common ones/).waitFor()
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the link is not left in the address')
  await page.getByText('Wool & Co <b>').first().waitFor()
  await page.getByRole('radio', { name: 'Our own code' }).check()
  await page.getByText('Waiting for the first push…').waitFor()
  await page.getByRole('button', { name: 'Put a new key into it' }).click()
  const snippet = page.locator('pre').filter({ hasText: /Bearer sk_/ })
  await snippet.waitFor()
  const curl = await snippet.innerText()
  await page.evaluate('window.isSame = true')
  const { stdout } = await promisify(execFile)('bash', ['-c', curl.replace('curl', 'curl -s')])
  assert.deepEqual(JSON.parse(stdout), { results: [{ id: 'o_1001', status: 'created' }] })
  await page.getByText(/o_1001 arrived \d+\.\d s ago/).waitFor()
  assert.equal(await page.evaluate('window.isSame'), true, 'the row changes without a reload')
  await page.getByRole('heading', { name: 'Latest pushes' }).waitFor()
  assert.deepEqual([ownComplaints(complaints), strangers], [[], []])

  await leave()
  const again = await pages.open(at, `/#${fragment}`)
  await again.page.getByRole('heading', { name: 'This link has ended' }).waitFor()
  await again.page.getByText('storewire members invite --owner').waitFor()
  await again.checkAccess()
  await again.leave()
  const { stdout: list } = await storewire(['members', 'list', '--db', db, '--json'])
  assert.deepEqual(
    JSON.parse(list).members.map(({ email, isOperator }: Record<string, unknown>) => [email, isOperator]),
    [['ada@shop.example', true]],
  )
})

test('accounts, members and keys in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)

  await t.test('somebody who is invited makes an account, by keyboard alone', async () => {
    const api = await startServer(t, { clock: testClock(Date.now()) })
    await addMember(api)
    const { page, checkAccess, leave } = await pages.open(
      api,
      `/#${await linkFor(api, 'invite', { email: 'ben@shop.example' })}`,
    )
    await page.getByRole('heading', { name: 'Join shop' }).waitFor()
    await checkAccess()
    await page.getByLabel('Your name').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Ben')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByText('Nothing has arrived yet').waitFor()
    assert.equal(await page.getByText('Set up', { exact: true }).count(), 0, 'agents set nothing up')
    await checkAccess()
    await leave()
  })

  await t.test('somebody signs in, sees their workspace, and signs out', async () => {
    const api = await startServer(t)
    await addMember(api)
    const { page, complaints, strangers, leave } = await pages.open(api, '/settings/keys')
    await page.getByLabel('E-mail').fill('ada@shop.example')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('heading', { name: 'Sign in to shop' }).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('No member has this e-mail and password.').waitFor()
    assert.equal(await page.getByText(/^Request/).count(), 0, 'a wrong password is nothing to look up in a log')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await page.getByRole('link', { name: 'Keys' }).and(page.locator('[aria-current="page"]')).waitFor()
    await page.getByRole('button', { name: 'shop', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('E-mail').waitFor()
    assert.deepEqual(strangers, [])
    assert.deepEqual(ownComplaints(complaints), [])
    await leave()
  })

  await t.test('a test workspace is marked on every page', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api)
    await api.store.write((tx) => tx.run('UPDATE workspaces SET test = 1'))
    const { page, checkAccess, leave } = await pages.open(api, '/settings/keys', { memberId })
    const mark = page.getByRole('button', { name: 'shop Test' }).locator('.badge')
    // Beside the list of settings, where the menu has no words, the mark must not be hidden with them.
    const { width = 0 } = (await mark.boundingBox()) ?? {}
    assert.ok(width > 20, `the mark is ${width} px wide`)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.locator('header', { hasText: 'Keys' }).getByText('Test', { exact: true }).waitFor()
    await checkAccess()
    await leave()
  })

  await t.test('a key is created, shown once, and revoked after the password is typed again', async () => {
    const api = await startServer(t)
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
    const { height = 0 } = (await row.locator('.quiet', { hasText: 'ada@shop.example' }).boundingBox()) ?? {}
    assert.ok(height < 30, `the address of its maker is one line, and not broken: ${height} px`)
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke backend <b>' }).click()
    await page.getByRole('status').getByText('The key backend <b> is revoked.').waitFor()
    assert.equal((await fetch(`${api.baseUrl}/ping`, { headers: { authorization: `Bearer ${key}` } })).status, 401)
    assert.deepEqual(ownComplaints(complaints), [])
    await leave()
  })

  await t.test('an owner invites somebody with a link, changes a role, and removes a member', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api)
    const benId = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
    const { page, leave } = await pages.open(api, '/members', { memberId })
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('E-mail').fill('cleo@shop.example')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    assert.match(link, /\/console#invite=[\w-]{20,}$/)
    await page.getByRole('button', { name: 'Done' }).click()
    const end = page.getByRole('button', { name: 'End invite for cleo@shop.example' })
    await end.click()
    await page.getByRole('dialog', { name: 'End invite for cleo@shop.example?' }).waitFor()
    await page.keyboard.press('Escape')
    await end.and(page.locator(':focus')).waitFor()
    assert.equal((await api.store.read.all('SELECT 1 FROM member_links')).length, 1)
    await end.click()
    await page.getByRole('dialog').getByRole('button', { name: 'End invite for cleo@shop.example' }).click()
    await page.getByText('The invite for cleo@shop.example has ended.').waitFor()
    await end.waitFor({ state: 'detached' })
    assert.equal((await browser(api).post('/links/show', { token: link.split('=')[1] })).status, 404)
    await page.getByRole('button', { name: 'Manage ben' }).click()
    const ben = await browserOf(api, benId)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog', { name: 'Sign out ben everywhere?' }).waitFor()
    assert.equal((await ben.get('/session')).status, 200)
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out ben everywhere' }).click()
    await page.getByText('ben is signed out everywhere.').waitFor()
    assert.equal((await ben.get('/session')).status, 401)
    await page.getByRole('button', { name: 'Manage ben' }).click()
    await page.getByRole('radio', { name: 'Admin' }).check()
    await page.getByRole('button', { name: 'Change role' }).click()
    await page.getByText('ben is now admin.').waitFor()
    await page.getByRole('button', { name: 'Manage ben' }).click()
    await page.getByRole('button', { name: 'Remove from workspace' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove ben' }).click()
    await page.getByText('ben is removed.').waitFor()
    assert.deepEqual(await api.store.read.all('SELECT email FROM members'), [{ email: 'ada@shop.example' }])
    await leave()
  })

  await t.test('an owner who is not an operator has no button for one, and reads why', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api)
    const chiefId = await addMember(api, { email: 'chief@shop.example', role: 'agent', isOperator: true })
    await addMember(api, { email: 'ben@shop.example', role: 'agent' })
    const { page, checkThemes, leave } = await pages.open(api, '/members', { memberId })
    await page.getByRole('button', { name: 'Manage ben' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Manage chief' }).count(), 0)
    await page.getByText('Operators are managed by operators alone').waitFor()
    await checkThemes()
    await leave()
    await api.store.write((tx) => tx.run(`UPDATE memberships SET role = 'owner' WHERE member_id = ?`, chiefId))
    const chief = await pages.open(api, '/members', { memberId: chiefId })
    await chief.page.getByRole('button', { name: 'Manage chief' }).waitFor()
    assert.equal(await chief.page.getByText('Operators are managed by operators alone').count(), 0)
    await chief.leave()
  })

  await t.test(
    'texts of others are shown as text, with characters that would change what is around them as codes',
    async () => {
      const api = await startServer(t)
      const { store, clock, workspaceId } = api
      const evil = '<img src=x onerror=alert(1)>\u202egnp.exe\u0007\u2066'
      const names = [evil, '"><script>alert(1)</script>', "javascript:alert('1')", ...hostileNames()]
      const memberId = await addMember(api, { isOperator: true })
      await addMember(api, { email: 'ben@shop.example', role: 'agent' })
      await store.write(async (tx) => {
        await tx.run('UPDATE members SET name = ?', evil)
        await tx.run('UPDATE workspaces SET name = ?', evil)
        for (const name of names) await createKey(tx, owner, { workspaceId, kind: 'secret', name }, clock.now())
        const visitor = { address: evil, browser: evil }
        await createSession(tx, { memberId, visitor }, clock.now())
      })
      await api.push('orders', [{ id: 'o<b>1', updatedAt: 1 }])
      const { page, complaints, strangers, leave } = await pages.open(api, '/account', { memberId })
      page.on('dialog', () => assert.fail('a script of somebody else ran'))
      for (const name of ['My account', 'Keys', 'Members', 'Home']) {
        await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
        await page.getByRole('heading', { name, exact: true }).waitFor()
        if (name !== 'Home') await page.getByRole('table').getByText('gnp.exe').first().waitFor()
        const text = await page.locator('body').innerText()
        assert.match(text, /<img src=x onerror=alert\(1\)>\\u\{202e\}gnp\.exe\\u\{7\}\\u\{2066\}/, name)
        assert.doesNotMatch(text, /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u, name)
        assert.equal(await page.locator('#console :is(img, script, iframe)').count(), 0)
      }
      assert.deepEqual([...strangers, ...complaints], [])
      await leave()
    },
  )

  await t.test('a button that has just appeared or moved does nothing yet', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api)
    await addMember(api, { email: 'ben@shop.example', role: 'agent' })
    const { page } = await pages.open(api, '/members', { memberId })
    await page.clock.install()
    const stopClock = async () => page.clock.pauseAt(await page.evaluate<number>('Date.now() + 60_000'))
    await page.getByRole('button', { name: 'Manage ben' }).click()
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Remove ben' })
    const press = () => page.evaluate(`document.querySelector('dialog form').requestSubmit()`)
    await stopClock()
    await page.getByRole('button', { name: 'Remove from workspace' }).click()
    await remove.and(page.locator(':disabled')).waitFor()
    await press()
    await page.clock.resume()
    await remove.and(page.locator(':enabled')).waitFor()
    await stopClock()
    await page.evaluate(`document.querySelector('dialog form p').append(' and more'.repeat(99))`)
    await remove.and(page.locator(':disabled')).waitFor()
    await press()
    await page.clock.resume()
    assert.equal((await api.store.read.all('SELECT 1 FROM members')).length, 2)
    await remove.click()
    await page.getByText('ben is removed.').waitFor()
    await page.close()
  })

  await t.test('a second factor is set up with an app, and asked for at the next sign-in', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api)
    const { page, checkAccess, leave } = await pages.open(api, '/account', { memberId })
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = await page.getByRole('textbox', { name: 'Or type this secret' }).inputValue()
    const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now() })
    await checkAccess()
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(codeNow())
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 of 10 recovery codes left').waitFor()
    await page.getByRole('button', { name: 'shop', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByLabel('E-mail').fill('ada@shop.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    api.clock.advance(30_000)
    await page.getByLabel('Code').and(page.locator(':focus')).fill(codeNow())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    await leave()
  })

  await t.test('a new password is set by a link, and signs in at once', async () => {
    const api = await startServer(t, { clock: testClock(Date.now()) })
    const memberId = await addMember(api)
    const { page, checkAccess, leave } = await pages.open(api, `/#${await linkFor(api, 'reset', { memberId })}`)
    await page.getByLabel('New password').fill('a new password of mine')
    await page.getByLabel('Show the password').check()
    assert.equal(await page.getByLabel('New password').inputValue(), 'a new password of mine')
    await checkAccess()
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Your new password is set.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('a new password of mine')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
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
})
