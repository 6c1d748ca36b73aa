import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSession } from '../../../src/access/member-sessions.ts'
import { noBrowser } from '../../../test/support/browser.ts'
import { addMember, browser, browserOf, PASSWORD } from '../../../test/support/console.ts'
import { startPages } from '../../../test/support/console-page.ts'
import { startServer } from '../../../test/support/server.ts'

test('members and account in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)

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
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.reload()
      await page.locator('html[data-theme="dark"]').waitFor()
      await leave()
    },
  )

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

  await t.test('an agent is not shown what an agent may not do', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api, { role: 'agent' })
    const { page, leave } = await pages.open(api, '/members', { memberId })
    await page.getByText('Only owners and admins see this page.').waitFor()
    assert.equal(await page.getByRole('navigation').getByText('Keys').count(), 0)
    await leave()
  })
})
