import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndpointChecks } from '../../src/conformance/check-workspace.ts'
import { assertError, signedIn } from '../support/console.ts'
import { addWorkspace, owner, startServer } from '../support/server.ts'
import { startShop } from '../support/shop.ts'

interface Check {
  group: string
  name: string
  status: string
  reason: string | null
}

test('a manager checks the endpoint of the workspace, and no refund is made', async (t) => {
  const { api, endpoint } = await startShop(t)
  const page = await signedIn(api, { role: 'admin' })
  const { status, body, text } = await page.post('/settings/refunds/check')
  assert.equal(status, 200, text)
  const checks = body.checks as Check[]
  assert.deepEqual([body.failed, body.passed + body.skipped], [0, checks.length])
  assert.ok(body.passed > 20, `${body.passed} passed`)
  assert.ok(checks.every(({ group, status }) => group !== 'create' || status === 'skip'))
  assert.match(checks.find(({ group }) => group === 'create')?.reason ?? '', /storewire endpoint check --order/)
  assert.equal(endpoint.refunds.size, 0)
  const [row] = await api.store.read.all<{ details: string }>(
    `SELECT details FROM audit_log WHERE action = 'refund_endpoint.checked'`,
  )
  assert.equal(JSON.parse(row?.details ?? '').passed, body.passed)
})

test('an address that the operator does not allow is not called, whatever the workspace has stored', async (t) => {
  const { api, endpoint, services } = await startShop(t)
  const policy = { allowPrivate: false, allowEndpoints: [] }
  const checks = createEndpointChecks({ ...services, outbound: { ...services.outbound, policy } })
  const results = await checks.run(owner, api.workspaceId)
  assert.ok(results.every(({ status }) => status !== 'pass'))
  assert.match(results[0]?.reason ?? '', /not allowed|private|loopback/i)
  assert.equal(endpoint.requests.length, 0)
})

test('a workspace has one check at a time, a server two, and all of one end in time', async (t) => {
  const { api, services } = await startShop(t)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const resolve = async () => {
    await held
    return [{ address: '192.0.2.1', family: 4 }]
  }
  const checks = createEndpointChecks({ ...services, outbound: { ...services.outbound, resolve } }, 1_000)
  const ids = [api.workspaceId]
  for (const name of ['second', 'third']) ids.push((await addWorkspace(api.store, name, api.clock)).workspaceId)
  for (const id of ids)
    await api.store.write((tx) =>
      tx.run(
        `INSERT INTO refund_settings (workspace_id, endpoint_url, secret, secret_ending, mode, enabled, frozen, rungs,
           return_period_days, customer_timeout_minutes, approval_timeout_hours)
         VALUES (?, 'https://shop.example/refunds', 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'AAAA', 'execute', 1, 0, '{}', '{}', 60, 72)
         ON CONFLICT (workspace_id) DO UPDATE SET endpoint_url = excluded.endpoint_url`,
        id,
      ),
    )
  const [one = '', two = '', three = ''] = ids
  const running = [checks.run(owner, one), checks.run(owner, two)]
  const began = performance.now()
  await assert.rejects(checks.run(owner, one), { code: 'CONFLICT', reason: 'check_running' })
  await assert.rejects(checks.run(owner, three), { code: 'SERVICE_UNAVAILABLE', reason: 'busy_with_checks' })
  for (const results of await Promise.all(running)) {
    assert.ok(results.every(({ status }) => status !== 'pass'))
    assert.match(results.at(-1)?.reason ?? '', /time for all checks was over/)
  }
  // Without that limit one call alone would wait for ten seconds.
  assert.ok(performance.now() - began < 9_000)
  release()
  assert.equal((await checks.run(owner, three)).length > 0, true)
})

test('without an endpoint there is nothing to check', async (t) => {
  const api = await startServer(t)
  assertError(await (await signedIn(api)).post('/settings/refunds/check'), 409, 'not_set_up')
})
