import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { checkSecrets, plainSecrets, resealSecrets } from '../../src/access/secrets.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { createRefundSecret } from '../../src/refunds/change-settings.ts'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { testConnection } from '../../src/refunds/endpoint/test-connection.ts'
import { getEndpoint } from '../../src/refunds/settings.ts'
import { secretTables } from '../../src/serve/features.ts'
import { addWorkspace, owner, startServer } from '../support/server.ts'
import { AUTOMATIC, agent, customer, startShop } from '../support/shop.ts'

const encryptionKey = randomBytes(32)
const stored = 'SELECT secret FROM refund_settings'

test('with a key the signing secret is stored encrypted, and the shop still gets a valid signature', async (t) => {
  const { api, services } = await startShop(t, { encryptionKey })
  const row = await api.store.read.get<{ secret: string }>(stored)
  assert.match(row?.secret ?? '', /^enc1:[\w-]+$/)
  assert.equal((await testConnection(services, owner, api.workspaceId)).ok, true)
  assert.equal(await plainSecrets(api.store.read, secretTables), 0)
})

test('a database with plain secrets continues to work after a key is set', async (t) => {
  const { api, services } = await startShop(t)
  assert.match((await api.store.read.get<{ secret: string }>(stored))?.secret ?? '', /^whsec_/)
  assert.equal(await plainSecrets(api.store.read, secretTables), 1)
  const withKey = { ...services, sealer: createSealer(encryptionKey) }
  await checkSecrets(api.store.read, secretTables, withKey.sealer)
  assert.equal((await testConnection(withKey, owner, api.workspaceId)).ok, true)
})

test('without the key, or with another, nothing is sent to the shop and the error says what to do', async (t) => {
  const { api, services, endpoint } = await startShop(t, { encryptionKey })
  for (const [sealer, problem] of [
    [createSealer(undefined), /no encryption key is set: set STOREWIRE_ENCRYPTION_KEY/],
    [createSealer(randomBytes(32)), /cannot be decrypted with the encryption key that is set/],
  ] as const) {
    await assert.rejects(checkSecrets(api.store.read, secretTables, sealer), problem)
    await assert.rejects(testConnection({ ...services, sealer }, owner, api.workspaceId), problem)
  }
  assert.equal(endpoint.requests.length, 0)
})

test('an encrypted secret that was moved to another workspace does not open there', async (t) => {
  const api = await startServer(t, { encryptionKey })
  const { store, sealer } = api
  const other = await addWorkspace(store, 'other', api.clock)
  for (const { workspaceId } of [api, other])
    await store.write((tx) => createRefundSecret(tx, owner, workspaceId, sealer, 1))
  await getEndpoint(store.read, other.workspaceId, sealer)
  await store.write((tx) =>
    tx.run(
      'UPDATE refund_settings SET secret = (SELECT secret FROM refund_settings WHERE workspace_id = ?) WHERE workspace_id = ?',
      api.workspaceId,
      other.workspaceId,
    ),
  )
  await getEndpoint(store.read, api.workspaceId, sealer)
  await assert.rejects(getEndpoint(store.read, other.workspaceId, sealer), /cannot be decrypted/)
})

test('a refund waits for the right key instead of failing', async (t) => {
  const shop = await startShop(t, { encryptionKey })
  const { api } = shop
  await shop.set(AUTOMATIC)
  const { secret: right } = (await api.store.read.get<{ secret: string }>(stored)) ?? {}
  const put = (secret: string) => api.store.write((tx) => tx.run('UPDATE refund_settings SET secret = ?', secret))
  const refund = await shop.offer()
  await put(createSealer(randomBytes(32)).seal('whsec_1', `refund_settings.secret of ${api.workspaceId}`))
  await api.store.write((tx) => confirmRefund(tx, customer, refund, api.clock.now()))
  const tries = () => api.log.lines.filter(({ fields }) => /cannot be decrypted/.test(String(fields?.error))).length
  while (tries() < 3) {
    api.clock.advance(5_000)
    api.wake()
    await api.call('GET', '/ping')
  }
  assert.equal((await shop.look(refund.id)).status, 'executing')
  await put(right ?? '')
  while ((await shop.look(refund.id)).status === 'executing') {
    api.clock.advance(5_000)
    api.wake()
    await api.call('GET', '/ping')
  }
  assert.equal((await shop.look(refund.id)).status, 'succeeded')
})

test('secrets can be encrypted again from any state to any other; the audit log records it without a key', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, sealer: plain } = api
  const secret = await store.write((tx) => createRefundSecret(tx, owner, workspaceId, plain, 1))
  const first = createSealer(encryptionKey)
  const second = createSealer(randomBytes(32))
  for (const [from, to] of [[plain, first] as const, [first, second] as const, [second, plain] as const]) {
    assert.equal(
      await store.write((tx) => resealSecrets(tx, owner, { tables: secretTables, old: from, next: to }, 2)),
      1,
    )
    assert.equal((await getEndpoint(store.read, workspaceId, to)).secret, secret)
    assert.equal(await plainSecrets(store.read, secretTables), to === plain ? 1 : 0)
  }
  const log = JSON.stringify(await store.read.all('SELECT * FROM audit_log'))
  assert.match(log, /secret.resealed/)
  for (const text of [secret, encryptionKey.toString('base64'), encryptionKey.toString('hex'), 'enc1:'])
    assert.ok(!log.includes(text))
})

test('if one secret cannot be decrypted, no secret is changed', async (t) => {
  const api = await startServer(t)
  const { store } = api
  const right = createSealer(encryptionKey)
  const wrong = createSealer(randomBytes(32))
  const other = await addWorkspace(store, 'other', api.clock)
  await store.write((tx) => createRefundSecret(tx, owner, api.workspaceId, right, 1))
  await store.write((tx) => createRefundSecret(tx, owner, other.workspaceId, wrong, 1))
  const before = await store.read.all(stored)
  const next = createSealer(randomBytes(32))
  await assert.rejects(
    store.write((tx) => resealSecrets(tx, owner, { tables: secretTables, old: right, next: next }, 2)),
    /cannot be decrypted/,
  )
  assert.deepEqual(await store.read.all(stored), before)
})

test('only owners and admins encrypt secrets again', async (t) => {
  const { store, sealer } = await startServer(t)
  await assert.rejects(
    store.write((tx) => resealSecrets(tx, agent, { tables: secretTables, old: sealer, next: sealer }, 1)),
    { code: 'FORBIDDEN' },
  )
})
