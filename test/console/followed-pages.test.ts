import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getWidgetSettings } from '../../src/widget/settings.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { order } from '../support/objects.ts'
import { storewire } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/*
 * An open page follows what others change, also at the command line.
 */

test('open pages show what others change, and forms keep what was typed', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const memberId = await addMember(api)
  const command = async (...args: string[]) => {
    const { code, stderr } = await storewire([...args, '--workspace', 'shop', '--db', api.file])
    assert.equal(code, 0, stderr)
  }

  await t.test('a key that was created at the command line is in the list', async () => {
    const { page, leave } = await pages.open(api, '/settings/keys', { memberId })
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await command('keys', 'create', '--name', 'from elsewhere')
    await page.getByText('from elsewhere').first().waitFor()
    await leave()
  })

  await t.test('the color of the chat window follows, until somebody chooses another one', async () => {
    const { page, leave } = await pages.open(api, '/settings/widget', { memberId })
    const color = page.locator('input[type=color]')
    await color.waitFor()
    await command('widget', 'settings', 'set', '--color', '#112233')
    await until(async () => (await color.inputValue()) === '#112233')
    const saving = page.getByRole('button', { name: 'Save', exact: true })
    assert.equal(await saving.count(), 0)
    await color.fill('#445566')
    const read = page.waitForResponse('**/api/settings/widget')
    await command('widget', 'settings', 'set', '--position', 'left')
    await read
    assert.equal(await color.inputValue(), '#445566')
    await saving.click()
    await saving.waitFor({ state: 'detached' })
    // Only what was changed here is sent.
    const { color: stored, position } = await getWidgetSettings(api.store.read, api.workspaceId)
    assert.deepEqual([stored, position], ['#445566', 'left'])
    await leave()
  })

  await t.test('a call is in the push log as soon as it is written there', async () => {
    const { page, leave } = await pages.open(api, '/pushes?view=all', { memberId })
    await page.getByText('The log has no call yet.').waitFor()
    await api.push('orders', [order({ id: 'o1' })])
    await page.getByRole('link', { name: 'POST /orders' }).waitFor()
    await leave()
  })

  await t.test('an import is over on its page as soon as it is over', async () => {
    const { id } = (await api.call('POST', '/backfills', { json: {} })).body
    const { page, leave } = await pages.open(api, `/imports/${id}`, { memberId })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await api.call('POST', '/orders/bulk', { json: { data: [order({ id: 'o2' })], backfillId: id } })
    await page.getByText('1 of 1').first().waitFor()
    await page.getByText('Done').first().waitFor()
    await leave()
  })
})
