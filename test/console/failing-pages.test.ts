import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listJobs } from '../../src/jobs/jobs.ts'
import { confirmRefund, stopWaiting } from '../../src/refunds/decisions.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { ownComplaints, startPages } from '../support/console-page.ts'
import { AUTOMATIC, agent, customer, startShop } from '../support/shop.ts'
import { acceptsForLater, behavesWell, fails } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'

test('a refund whose shop does not answer', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const shop = await startShop(t)
  const { api } = shop
  const { store, workspaceId, clock, wake } = api
  const memberId = await addMember(api)
  const agentId = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  await shop.set(AUTOMATIC)
  const { id } = await shop.offer()
  shop.endpoint.behave(fails, fails, fails)
  await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
  wake()
  await shop.tried(id, 1)
  const idle = async () =>
    (await listJobs(store.read)).find(({ kind, leaseUntil }) => kind === 'refund.create' && !leaseUntil)
  await until(async () => (await idle()) !== undefined)

  await t.test('is said to fail at the second try, in the list, on its page and on Home, and not before', async () => {
    const { page, complaints, follow, checkThemes, leave } = await pages.open(api, '/refunds?tab=running', {
      memberId: agentId,
      width: 320,
    })
    await page.locator('.status', { hasText: 'Being made' }).waitFor()
    clock.advance(25_000)
    wake()
    await page.getByText('The shop does not answer').waitFor()
    await page.getByText(/2 of 6 tries, next in 1 minute/).waitFor()
    await checkThemes()
    for (const path of ['/', `/refunds/${id}`]) {
      await follow(path)
      await page.getByText('The shop does not answer').waitFor()
      await page.getByText(/2 of 6 tries, next in 1 minute/).waitFor()
      await checkThemes()
    }
    // Both tries ended alike.
    await page.getByText(/tries 1 to 2/).waitFor()
    assert.equal(await page.getByText('Asked the shop to pay').count(), 1)
    assert.equal(await page.getByRole('button', { name: 'Try now' }).count(), 0)
    assert.deepEqual(ownComplaints(complaints), [])
    await leave()
  })

  await t.test('is tried at once by an owner or admin, and made once', async () => {
    const { page, checkThemes, leave } = await pages.open(api, `/refunds/${id}`, { memberId })
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByText(/3 of 7 tries/).waitFor()
    await checkThemes()
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByText('The shop made the refund').waitFor()
    assert.deepEqual([...shop.endpoint.refunds], [[id, 1]])
    await leave()
  })
})

test('a refund that failed says at its head why, and what to do if it may have been made', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startPages(t)
  const shop = await startShop(t)
  const { store, workspaceId, clock, wake } = shop.api
  const memberId = await addMember(shop.api, { role: 'agent' })
  await shop.set(AUTOMATIC)
  shop.endpoint.behave(behavesWell, acceptsForLater)
  const { id } = await shop.offer()
  await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
  wake()
  await shop.until(id, 'pending')
  clock.advance(14 * 86_400_000)
  const stopped = { workspaceId, id, reason: 'They never answer' }
  await store.write((tx) => stopWaiting(tx, agent, stopped, clock.now()))
  const { page, checkThemes } = await pages.open(shop.api, `/refunds/${id}`, { memberId, width: 320 })
  const head = page.getByRole('region', { name: 'Amount' })
  await head.getByText('Failed, may have been refunded').waitFor()
  await head.getByText('They never answer').waitFor()
  await head.getByText('Look it up there before you start another refund.').waitFor()
  await checkThemes()
})

test('an endpoint of events that is disabled is on Home', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const shop = await startShop(t)
  const memberId = await addMember(shop.api, { role: 'agent' })
  await shop.api.store.write((tx) =>
    tx.run(
      `INSERT INTO event_endpoints (id, workspace_id, kind, host, ending, has_token, types, include_text, by_operator, state, failing_since, skipped, created_at)
       VALUES ('evep_1', ?, 'slack', 'hooks.slack.com', 'x7Rb', 0, '[]', 0, 0, 'disabled', 1, 0, 1)`,
      shop.api.workspaceId,
    ),
  )
  const { page, checkThemes } = await pages.open(shop.api, '/', { memberId, width: 320 })
  await page.getByText('1 endpoint is disabled').waitFor()
  await page.getByText('hooks.slack.com').waitFor()
  await checkThemes()
})
