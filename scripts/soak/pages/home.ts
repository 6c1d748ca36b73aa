import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextMoveId } from '../../../src/refunds/announcements.ts'
import { findRefund } from '../../../src/refunds/refunds.ts'
import { noBrowser } from '../../../test/support/browser.ts'
import { addMember, linkFor, PASSWORD } from '../../../test/support/console.ts'
import { ownComplaints, startPages } from '../../../test/support/console-page.ts'
import { order } from '../../../test/support/objects.ts'
import { type Api, addWorkspace, startServer, testClock } from '../../../test/support/server.ts'

test('links and Home in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const started = () => startServer(t, { clock: testClock(Date.now()) })

  await t.test('an invite for somebody else changes nothing before the person signs out', async () => {
    const api = await started()
    const memberId = await addMember(api)
    await addMember(api, { email: 'ben@shop.example', workspaceId: await otherWorkspace(api) })
    const fragment = await linkFor(api, 'invite', { email: 'ben@shop.example' })
    const { page, checkAccess, leave } = await pages.open(api, `/#${fragment}`, {
      memberId,
      width: 320,
      theme: 'dark',
    })
    await page.getByText('You are signed in as ada@shop.example.').waitFor()
    await checkAccess()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You have an account already.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByText('Nothing has arrived yet').waitFor()
    await leave()
  })

  await t.test('Home shows what waits and what goes wrong, and follows it', async () => {
    const api = await started()
    const memberId = await addMember(api, { isOperator: true })
    await api.push('orders', [order({ id: 'o_<i>1' })])
    await waitingRefund(api, 'act_1', 3_900)
    const { page, complaints, checkAccess, leave } = await pages.open(api, '/', { memberId })
    await page.getByText('€39.00').waitFor()
    await checkAccess()
    const topOf = async (title: string) => (await page.getByRole('heading', { name: title }).boundingBox())?.y ?? 0
    assert.ok((await topOf('Set up')) < (await topOf('Refunds that wait')))
    await page.setViewportSize({ width: 320, height: 640 })
    assert.ok((await topOf('Set up')) > (await topOf('Refunds that wait')), 'on a phone what waits comes first')
    await page.emulateMedia({ colorScheme: 'dark' })
    await checkAccess()
    assert.deepEqual(ownComplaints(complaints), [])
    await page.getByText('o_<i>1', { exact: true }).waitFor()
    await waitingRefund(api, 'act_2', 100)
    await page.getByText('€40.00').waitFor()
    assert.equal((await api.call('POST', '/orders', { json: { data: [{}] } })).status, 400)
    await page.getByText(/does not fit the schema/).waitFor()
    await page.getByText('Show as a table').click()
    await page.getByRole('row').filter({ hasText: 'Day (UTC)' }).waitFor()
    await checkAccess()
    await page.getByRole('button', { name: 'Show the command for this' }).click()
    await page.getByText('storewire logs tail --status 4xx').waitFor()
    await leave()
  })

  await t.test('a Home that cannot be read says so, and tries again', async () => {
    const api = await started()
    const memberId = await addMember(api)
    const { page, checkAccess } = await pages.open(api, '/nothing', { memberId })
    await page.route('**/console/api/home', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({
          code: 'SERVICE_UNAVAILABLE',
          status: 503,
          message: 'The database is locked.',
          data: { reason: 'database_unavailable' },
        }),
      }),
    )
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await page.getByRole('alert').getByText('The database is locked.').waitFor()
    await checkAccess()
    await page.unroute('**/console/api/home')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('My shop runs on …').waitFor()
  })
})

async function otherWorkspace({ store, clock }: Api): Promise<string> {
  return (await addWorkspace(store, 'other', clock)).workspaceId
}

/** A refund that waits for an agent, in minor units of EUR. */
async function waitingRefund({ store, workspaceId, clock }: Api, id: string, amount: number): Promise<void> {
  const now = clock.now()
  await store.write(async (tx) => {
    await tx.run(
      `INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at)
       VALUES (?, ?, ?, 'other', '[]', 'execute', 'awaiting_approval', ?, 'EUR', 'agent', '', ?)`,
      ...[id, workspaceId, id, amount, now],
    )
    const refund = (await findRefund(tx, id)) ?? assert.fail()
    const move = await nextMoveId(tx, refund, { from: null, on: 'started_by_agent' }, now)
    await tx.run(
      `INSERT INTO refund_moves VALUES (?, ?, 1, NULL, 'awaiting_approval', 'test', 'test', NULL, ?)`,
      ...[move, id, now],
    )
  })
}
