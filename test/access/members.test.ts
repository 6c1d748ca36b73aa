import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import { deleteWorkspace } from '../../src/access/delete-workspace.ts'
import { createLink } from '../../src/access/member-links.ts'
import { purgeMembers } from '../../src/access/purge-members.ts'
import { confirmSecondFactor, startSecondFactor, useCode } from '../../src/access/second-factor.ts'
import { discardClosedSecrets, plainSecrets, resealSecrets } from '../../src/access/secrets.ts'
import { keepNetwork } from '../../src/access/sign-in.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { secretTables } from '../../src/serve/features.ts'
import { addMember, signedIn } from '../support/console.ts'
import { owner, startServer } from '../support/server.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('expired sessions, links and tokens are purged, and nothing else', async (t) => {
  const api = await startServer(t)
  const { store, clock } = api
  const page = await signedIn(api)
  const remember = () =>
    store.write(async (tx) => {
      const now = clock.now()
      await keepNetwork(tx, page.memberId, `203.0.113.${now % 97}`, now)
      await createLink(tx, { kind: 'invite', workspaceId: api.workspaceId, createdBy: 'test' }, now)
    })
  const left = async () => {
    const count = async (table: string) =>
      (await store.read.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n ?? 0
    return [await count('member_sessions'), await count('member_links'), await count('member_networks')]
  }
  await remember()
  clock.advance(3 * DAY_MS - 1)
  await remember()
  await purgeMembers(store, clock.now())
  assert.deepEqual(await left(), [1, 2, 2])
  clock.advance(1)
  await purgeMembers(store, clock.now())
  assert.deepEqual(await left(), [1, 1, 2])
  clock.advance(27 * DAY_MS)
  await purgeMembers(store, clock.now())
  assert.deepEqual(await left(), [0, 0, 2])
  clock.advance(60 * DAY_MS)
  await purgeMembers(store, clock.now())
  assert.deepEqual(await left(), [0, 0, 1])
})

test('an owner who is not an operator does not delete a workspace with an operator in it', async (t) => {
  const api = await startServer(t)
  await addMember(api)
  const chief = await addMember(api, { email: 'chief@shop.example', role: 'agent', isOperator: true })
  const remove = (isOperator: boolean) => {
    const deleting = { workspaceId: api.workspaceId, name: 'shop', force: false, onDeleting: async () => {} }
    return api.store.write((tx) => deleteWorkspace(tx, { ...owner, isOperator }, deleting, api.clock.now()))
  }
  await assert.rejects(remove(false), { code: 'FORBIDDEN', reason: 'member_is_operator' })
  assert.ok(await api.store.read.get('SELECT 1 FROM members WHERE id = ?', chief))
  await remove(true)
})

test('a second factor works after the encryption key is changed; with a lost key only recovery codes work', async (t) => {
  const api = await startServer(t)
  const { store, clock, sealer: plain } = api
  const memberId = await addMember(api)
  const factor = { memberId, email: 'ada@shop.example', issuer: 'storewire' }
  const { secret } = await store.write((tx) => startSecondFactor(tx, plain, factor, clock.now()))
  const code = () => new TOTP({ secret }).generate({ timestamp: clock.now() })
  const [recovery = ''] = await store.write((tx) =>
    confirmSecondFactor(tx, owner, { sealer: plain, memberId, code: code() }, clock.now()),
  )
  assert.equal(await plainSecrets(store.read, secretTables), 1)
  const next = createSealer(randomBytes(32))
  const tables = secretTables
  assert.equal(await store.write((tx) => resealSecrets(tx, owner, { tables, old: plain, next }, clock.now())), 1)
  assert.equal(await plainSecrets(store.read, secretTables), 0)
  clock.advance(30_000)
  await store.write((tx) => useCode(tx, next, { memberId, code: code() }, clock.now()))
  const log = await store.read.all<{ workspace_id: string; target: string }>(
    `SELECT workspace_id, target FROM audit_log WHERE action = 'secret.resealed'`,
  )
  assert.deepEqual(log, [{ workspace_id: api.workspaceId, target: memberId }])
  const lost = createSealer(randomBytes(32))
  const discarded = await store.write((tx) => discardClosedSecrets(tx, owner, { tables, sealer: lost }, clock.now()))
  assert.deepEqual(discarded, ['member_second_factors'])
  clock.advance(30_000)
  const use = (typed: string) => store.write((tx) => useCode(tx, lost, { memberId, code: typed }, clock.now()))
  await assert.rejects(use(code()), { reason: 'wrong_code' })
  await use(recovery)
})
