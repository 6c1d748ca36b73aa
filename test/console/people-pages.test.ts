import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { createKey } from '../../src/access/keys.ts'
import { createSession } from '../../src/access/member-sessions.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember, browser, browserOf, PASSWORD } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { fc } from '../support/properties.ts'
import { owner, startServer } from '../support/server.ts'

/** What a generator of any text comes up with. */
function hostileNames(): string[] {
  return fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), { numRuns: 20, seed: 7 })
}

test('members and account in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)

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

  await t.test('an operator makes another one, and takes the right back, after a question', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api, { isOperator: true })
    const name = 'Wilhelmina Featherstonehaugh-Cholmondeley'
    const ben = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
    await api.store.write((tx) => tx.run('UPDATE members SET name = ? WHERE id = ?', name, ben))
    const { page, checkAccess, leave } = await pages.open(api, '/members', { memberId, width: 320 })
    const isOperator = async () =>
      (await api.store.read.get<{ operator: number }>('SELECT operator FROM members WHERE id = ?', ben))?.operator === 1
    for (const [button, action, done, is] of [
      ['Make an operator', `Make ${name} an operator`, `${name} is now an operator.`, true],
      ['No longer an operator', `End the operator right of ${name}`, `${name} is no longer an operator.`, false],
    ] as const) {
      await page.getByRole('button', { name: `Manage ${name}` }).click()
      await page.getByRole('button', { name: button }).click()
      const question = page.getByRole('dialog', { name: `${action}?` })
      await question.waitFor()
      await checkAccess()
      assert.equal(await isOperator(), !is)
      await question.getByRole('button', { name: action }).click()
      await page.getByText(done).waitFor()
      assert.equal(await isOperator(), is)
    }
    await leave()
  })

  await t.test('an agent is not shown what an agent may not do', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api, { role: 'agent' })
    const { page, leave } = await pages.open(api, '/members', { memberId })
    await page.getByRole('alert').getByText('Only owners and admins').waitFor()
    assert.equal(await page.getByRole('navigation').getByText('Keys').count(), 0)
    await leave()
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
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await page.getByLabel('E-mail').fill('ada@shop.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    api.clock.advance(30_000)
    await page.getByLabel('Code').fill(codeNow())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    await leave()
  })

  await t.test(
    'a browser is signed out after a question, all others by a new password, and the theme is kept',
    async () => {
      const api = await startServer(t)
      const memberId = await addMember(api)
      const { page, leave } = await pages.open(api, '/account', { memberId })
      const other = await pages.open(api, '/account', { memberId })
      const tablet = { address: '203.0.113.9', browser: 'an old tablet' }
      const { token } = await api.store.write((tx) => createSession(tx, { memberId, visitor: tablet }, api.clock.now()))
      const third = browser(api, `storewire=${token}`)
      await page.reload()
      await page.getByRole('button', { name: 'Sign out an old tablet' }).click()
      const question = page.getByRole('dialog', { name: 'Sign out an old tablet?' })
      await question.getByText('203.0.113.9').waitFor()
      assert.equal((await third.get('/session')).status, 200)
      await question.getByRole('button', { name: 'Sign out an old tablet' }).click()
      await page.getByText('That browser is signed out.').waitFor()
      assert.equal((await third.get('/session')).status, 401)
      await page.getByLabel('Current password').fill(PASSWORD)
      await page.getByLabel('New password').fill('staple battery horse')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Your password is changed').waitFor()
      await other.page.reload()
      await other.page.getByLabel('E-mail').waitFor()
      await page.getByLabel('Theme').selectOption('dark')
      await page.reload()
      await page.locator('html[data-theme="dark"]').waitFor()
      await leave()
    },
  )

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

  await t.test('both pages can be used by everybody', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api)
    await addMember(api, { email: 'benjamin.featherstonehaugh@wool-and-company.example', role: 'agent' })
    const invite = { email: 'charlotte.featherstonehaugh@wool-and-company.example', role: 'agent' }
    assert.equal((await (await browserOf(api, memberId)).post('/members/invite', invite)).status, 200)
    const { page, checkThemes, follow, leave } = await pages.open(api, '/nothing', { memberId, width: 320 })
    for (const [path, heading] of [
      ['/members', 'Members'],
      ['/account', 'My account'],
    ] as const) {
      await follow(path)
      await page.getByRole('heading', { name: heading }).waitFor()
      await page.getByRole('table').first().waitFor()
      await checkThemes()
    }
    await follow('/members')
    await page.getByRole('button', { name: /^Manage benjamin/ }).click()
    await page.getByRole('dialog').waitFor()
    await checkThemes()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^End invite for charlotte/ }).click()
    await page.getByRole('dialog', { name: /^End invite for charlotte/ }).waitFor()
    await checkThemes()
    await leave()
  })
})
