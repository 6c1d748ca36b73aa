import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import { createSetupLink } from '../../src/access/first-owner.ts'
import { inviteMember } from '../../src/access/invites.ts'
import { addMember, assertError, type Browser, browser, browserOf, PASSWORD, signedIn } from '../support/console.ts'
import { type Api, addWorkspace, startServer } from '../support/server.ts'

const MINUTE_MS = 60_000
const operator = { name: 'cli:test', origin: 'cli', role: 'owner', isOperator: true } as const
const ADA = { name: 'Ada', email: 'Ada@Shop.example', password: PASSWORD }

const setupLink = (api: Api) => api.store.write((tx) => createSetupLink(tx, operator, api.workspaceId, api.clock.now()))
const audited = async (api: Api, like: string) =>
  (
    await api.store.read.all<{ action: string }>(
      'SELECT action FROM audit_log WHERE action LIKE ? ORDER BY rowid',
      like,
    )
  ).map(({ action }) => action)

test('the first owner signs up with their link, once, and owns every workspace', async (t) => {
  const api = await startServer(t)
  await addWorkspace(api.store, 'second', api.clock)
  const page = browser(api)
  assert.equal((await page.get('/state')).body.hasOwner, false)
  const { token, fragment } = await setupLink(api)
  assert.equal(fragment, `setup=${token}`)
  const shown = await page.post('/links/show', { token })
  assert.deepEqual([shown.body.kind, shown.body.workspace.name, shown.body.role], ['setup', 'shop', 'owner'])
  const { status, body } = await page.post('/setup', { token, ...ADA, shop: 'Wool & Co' })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.member.email, body.member.isOperator, body.role], ['ada@shop.example', true, 'owner'])
  assert.deepEqual(
    body.workspaces.map(({ name, role }: { name: string; role: string }) => [name, role]),
    [
      ['Wool & Co', 'owner'],
      ['second', 'owner'],
    ],
  )
  assert.equal((await page.get('/session')).status, 200)
  assert.equal((await page.get('/state')).body.hasOwner, true)
  assertError(await browser(api).post('/setup', { token, ...ADA, email: 'eve@x' }), 404, 'no_such_link')
  await assert.rejects(setupLink(api), { reason: 'has_owner' })
})

test('the sign-in page names the shop, unless there are several or it has no name yet', async (t) => {
  const api = await startServer(t)
  const shop = async () => (await browser(api).get('/state')).body.shop
  assert.equal(await shop(), 'shop')
  await api.store.write((tx) => tx.run("UPDATE workspaces SET name = 'default'"))
  assert.equal(await shop(), null)
  await api.store.write((tx) => tx.run("UPDATE workspaces SET name = 'shop'"))
  const { workspaceId } = await addWorkspace(api.store, 'second', api.clock)
  assert.equal(await shop(), null)
  await api.store.write((tx) => tx.run('UPDATE workspaces SET test = 1 WHERE id = ?', workspaceId))
  assert.equal(await shop(), 'shop')
})

test('a link for the first owner ends after half an hour, and when another one is made', async (t) => {
  const api = await startServer(t)
  const first = await setupLink(api)
  const second = await setupLink(api)
  assertError(await browser(api).post('/links/show', { token: first.token }), 404, 'no_such_link')
  assert.equal((await browser(api).post('/links/show', { token: second.token })).status, 200)
  api.clock.advance(30 * MINUTE_MS)
  assertError(await browser(api).post('/setup', { token: second.token, ...ADA }), 404, 'no_such_link')
})

test('a short or common password is rejected, and the link stays valid', async (t) => {
  const api = await startServer(t)
  const { token } = await setupLink(api)
  const page = browser(api)
  for (const password of [
    'short',
    'elevenchars',
    'passwordpassword',
    'Password1234!',
    '123456789012',
    'aaaaaaaaaaaaaa',
    'qwertyuiop123',
  ])
    assertError(await page.post('/setup', { token, ...ADA, password }), 400, 'weak_password')
  const emoji = `${'🐑'.repeat(5)}wool and more`
  assert.equal((await page.post('/setup', { token, ...ADA, password: emoji })).status, 200)
})

test('an invited person joins, and can do what their role allows', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  const { token } = (await owner.post('/members/invite', { email: 'Ben@shop.example', role: 'agent' })).body
  const ben = browser(api)
  const link = (await ben.post('/links/show', { token })).body
  assert.deepEqual([link.email, link.role, link.isMember], ['ben@shop.example', 'agent', false])
  assert.equal((await ben.post('/invites/accept', { token, name: 'Ben', password: PASSWORD })).body.role, 'agent')
  assertError(await ben.get('/members'), 403, 'not_a_manager')
  assertError(
    await browser(api).post('/invites/accept', { token, name: 'Eve', password: PASSWORD }),
    404,
    'no_such_link',
  )
  const { members, invites } = (await owner.get('/members')).body
  assert.deepEqual(invites, [])
  assert.deepEqual(
    members.map(({ email, role, isYou, sessions }: Record<string, unknown>) => [email, role, isYou, sessions]),
    [
      ['ben@shop.example', 'agent', false, 1],
      ['ada@shop.example', 'owner', true, 1],
    ],
  )
  assert.deepEqual(await audited(api, 'member.%'), ['member.invited', 'member.joined'])
})

test('an invite ends after three days, when revoked, with a newer one, and when its creator loses the right to invite', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  const cleo = await signedIn(api, { email: 'cleo@shop.example', role: 'admin' })
  const invite = async (by: Browser) =>
    (await by.post('/members/invite', { email: 'ben@shop.example', role: 'agent' })).body as {
      id: string
      token: string
    }
  const status = async ({ token }: { token: string }) => (await browser(api).post('/links/show', { token })).status
  const [first, second] = [await invite(owner), await invite(owner)]
  assert.deepEqual([await status(first), await status(second)], [404, 200])
  assert.equal((await owner.post(`/invites/${second.id}/revoke`)).status, 204)
  assert.equal(await status(second), 404)
  const third = await invite(cleo)
  assert.equal((await owner.post(`/members/${cleo.memberId}/role`, { role: 'agent' })).status, 204)
  assert.equal(await status(third), 404)
  const fourth = await invite(owner)
  api.clock.advance(72 * 60 * MINUTE_MS)
  assert.equal(await status(fourth), 404)
})

test('a member has 50 sessions and a workspace 200 open invites at most', async (t) => {
  const api = await startServer(t)
  const oldest = await signedIn(api)
  api.clock.advance(1)
  for (let number = 0; number < 49; number++) await browserOf(api, oldest.memberId)
  assert.equal((await oldest.get('/session')).status, 200)
  const newest = await browserOf(api, oldest.memberId)
  assert.equal((await oldest.get('/session')).status, 401)
  const { workspaceId } = api
  await api.store.write(async (tx) => {
    for (let number = 0; number < 200; number++)
      await inviteMember(tx, operator, { workspaceId, email: `m${number}@x`, role: 'agent' }, api.clock.now())
  })
  const invite = (email: string) => newest.post('/members/invite', { email, role: 'agent' })
  assertError(await invite('one@more'), 409, 'too_many_invites')
  assert.equal((await invite('m7@x')).status, 200)
})

test('the calls of a member are limited, and those of another member are not', async (t) => {
  const api = await startServer(t, { limits: { calls: 3 } })
  const [ada, ben] = [await signedIn(api), await signedIn(api, { email: 'ben@shop.example' })]
  for (let call = 0; call < 3; call++) assert.equal((await ada.get('/session')).status, 200)
  assert.equal((await ada.get('/session')).status, 429)
  assert.equal((await ben.get('/session')).status, 200)
})

test('an admin invites agents and nobody else', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  const admin = await signedIn(api, { email: 'cleo@shop.example', role: 'admin' })
  for (const role of ['owner', 'admin'])
    assertError(await admin.post('/members/invite', { email: 'ben@shop.example', role }), 403, 'not_an_owner')
  const { id } = (await owner.post('/members/invite', { email: 'dan@shop.example', role: 'admin' })).body
  assertError(await admin.post(`/invites/${id}/revoke`), 403, 'not_an_owner')
  assert.equal((await admin.post('/members/invite', { email: 'ben@shop.example', role: 'agent' })).status, 200)
})

test('a member of another workspace joins with the account that they have', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  const { workspaceId } = await addWorkspace(api.store, 'other', api.clock)
  const ben = await signedIn({ ...api, workspaceId }, { email: 'ben@shop.example', role: 'owner' })
  const eve = await signedIn({ ...api, workspaceId }, { email: 'eve@shop.example', role: 'agent' })
  const { token } = (await owner.post('/members/invite', { email: 'ben@shop.example', role: 'agent' })).body
  assert.equal((await browser(api).post('/links/show', { token })).body.isMember, true)
  assertError(
    await browser(api).post('/invites/accept', { token, name: 'B', password: PASSWORD }),
    409,
    'member_exists',
  )
  assertError(await eve.post('/invites/join', { token }), 403, 'other_member')
  const joined = (await ben.post('/invites/join', { token })).body
  assert.deepEqual([joined.workspace.name, joined.role, joined.workspaces.length], ['shop', 'agent', 2])
  assertError(await owner.post('/members/invite', { email: 'ben@shop.example', role: 'agent' }), 409, 'already_member')
})

test('the last owner of a workspace can neither leave nor change role', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  assertError(await owner.post(`/members/${owner.memberId}/remove`), 409, 'last_owner')
  assertError(await owner.post(`/members/${owner.memberId}/role`, { role: 'agent' }), 409, 'last_owner')
  const ben = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  assert.equal((await owner.post(`/members/${ben}/role`, { role: 'owner' })).status, 204)
  assert.equal((await owner.post(`/members/${owner.memberId}/remove`)).status, 204)
  assert.equal((await owner.get('/session')).status, 401)
})

test('an owner who is not an operator can do nothing to an operator', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  for (const role of ['owner', 'admin', 'agent'] as const) {
    const chief = await signedIn(api, { email: `chief-${role}@shop.example`, role, isOperator: true })
    const at = `/members/${chief.memberId}`
    assertError(await owner.post(`${at}/role`, { role: 'agent' }), 403, 'member_is_operator')
    assertError(await owner.post(`${at}/sign-out`), 403, 'member_is_operator')
    assertError(await owner.post(`${at}/remove`), 403, 'member_is_operator')
    assertError(await owner.post(`${at}/operator`, { isOperator: false }), 403, 'not_an_operator')
    assertError(await owner.post(`${at}/reset-link`, { secondFactor: true }), 403, 'member_of_others')
    const invite = { email: `chief-${role}@shop.example`, role: 'agent' }
    assertError(await owner.post('/members/invite', invite), 409, 'already_member')
    const { body } = await chief.get('/session')
    assert.deepEqual([body.role, body.member.isOperator], [role, true])
  }
})

test('an invite of another workspace gives nobody power over an operator who joins with it', async (t) => {
  const api = await startServer(t)
  const chief = await signedIn(api, { email: 'chief@shop.example', isOperator: true })
  const { workspaceId } = await addWorkspace(api.store, 'other', api.clock)
  const owner = await signedIn({ ...api, workspaceId })
  const { token } = (await owner.post('/members/invite', { email: 'chief@shop.example', role: 'agent' })).body
  assert.equal((await chief.post('/invites/join', { token })).status, 200)
  for (const what of ['sign-out', 'remove'])
    assertError(await owner.post(`/members/${chief.memberId}/${what}`), 403, 'member_is_operator')
  assert.equal((await chief.get('/session')).status, 200)
})

test('operators manage one another, and the last one stays an operator and a member', async (t) => {
  const api = await startServer(t)
  const chief = await signedIn(api, { email: 'chief@shop.example', isOperator: true })
  await addMember(api)
  const at = `/members/${chief.memberId}`
  assertError(await chief.post(`${at}/operator`, { isOperator: false }), 409, 'last_operator')
  assertError(await chief.post(`${at}/remove`), 409, 'last_operator')
  const second = await signedIn(api, { email: 'second@shop.example', isOperator: true })
  assert.equal((await second.post(`${at}/sign-out`)).status, 204)
  assert.equal((await second.post(`${at}/role`, { role: 'agent' })).status, 204)
  assert.equal((await second.post(`${at}/remove`)).status, 204)
  assertError(await second.post(`/members/${second.memberId}/remove`), 409, 'last_operator')
})

test('a link for a new password ends when its member becomes an operator, or joins another workspace', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  const chief = await signedIn(api, { email: 'chief@shop.example', isOperator: true })
  const ben = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  const linkOf = async (id: string) => (await owner.post(`/members/${id}/reset-link`)).body.token
  const status = async (token: string) => (await browser(api).post('/links/show', { token })).status
  const before = await linkOf(ben)
  assert.equal((await chief.post(`/members/${ben}/operator`, { isOperator: true })).status, 204)
  assert.equal(await status(before), 404)
  const cleo = await signedIn(api, { email: 'cleo@shop.example', role: 'agent' })
  const earlier = await linkOf(cleo.memberId)
  const { workspaceId } = await addWorkspace(api.store, 'other', api.clock)
  const elsewhere = await signedIn({ ...api, workspaceId }, { email: 'dora@shop.example' })
  const { token } = (await elsewhere.post('/members/invite', { email: 'cleo@shop.example', role: 'owner' })).body
  assert.equal((await cleo.post('/invites/join', { token })).status, 200)
  assert.equal(await status(earlier), 404)
})

test('an owner cannot create a link for a member who has more rights in another workspace', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  const { workspaceId } = await addWorkspace(api.store, 'other', api.clock)
  const both = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  await api.store.write((tx) => tx.run(`INSERT INTO memberships VALUES (?, ?, 'owner', 1)`, workspaceId, both))
  const chief = await addMember(api, { email: 'chief@shop.example', role: 'agent', isOperator: true })
  for (const id of [both, chief]) assertError(await owner.post(`/members/${id}/reset-link`), 403, 'member_of_others')
  const boss = await browserOf(api, chief)
  assertError(await boss.post(`/members/${both}/reset-link`), 403, 'not_an_owner')
  const agent = await addMember(api, { email: 'cleo@shop.example', role: 'agent' })
  const { token } = (await owner.post(`/members/${agent}/reset-link`)).body
  const shown = (await browser(api).post('/links/show', { token })).body
  assert.deepEqual([shown.kind, shown.email, shown.workspace], ['reset', 'cleo@shop.example', null])
  const password = 'a new password of mine'
  assert.equal((await browser(api).post('/resets/redeem', { token, password })).status, 204)
  assertError(
    await browser(api).post('/sign-in', { email: 'cleo@shop.example', password: PASSWORD }),
    401,
    'sign_in_refused',
  )
  assert.equal((await browser(api).post('/sign-in', { email: 'cleo@shop.example', password })).status, 200)
})

test('a new password signs every other browser out', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  const second = await browserOf(api, page.memberId)
  const before = page.cookie
  const newPassword = 'a new password of mine'
  assertError(await page.post('/me/password', { password: 'not my password', newPassword }), 403, 'wrong_password')
  assertError(await page.post('/me/password', { password: PASSWORD, newPassword: 'short' }), 400, 'weak_password')
  assert.equal((await page.post('/me/password', { password: PASSWORD, newPassword })).status, 200)
  assert.equal((await page.get('/session')).status, 200)
  for (const old of [second, browser(api, before)]) assert.equal((await old.get('/session')).status, 401)
})

test('a member sees their browsers, signs one of them out, and then all', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  const other = await browserOf(api, page.memberId)
  const { sessions } = (await page.get('/me/sessions')).body
  assert.deepEqual(
    sessions.map(({ isThis, browser }: Record<string, unknown>) => [isThis, browser]),
    [
      [false, 'test'],
      [true, 'test'],
    ],
  )
  assert.equal((await page.post(`/me/sessions/${sessions[0].id}/end`)).status, 204)
  assert.equal((await other.get('/session')).status, 401)
  const third = await browserOf(api, page.memberId)
  assert.equal((await page.post('/me/sign-out-everywhere')).status, 204)
  assert.equal(page.cookie, undefined)
  assert.equal((await third.get('/session')).status, 401)
})

/** A member with a second factor, and the app on their phone. */
async function withSecondFactor(t: Parameters<typeof startServer>[0]) {
  const api = await startServer(t, { encryptionKey: randomBytes(32) })
  const page = await signedIn(api)
  const { secret, uri } = (await page.post('/me/second-factor/start')).body
  assert.match(uri, /^otpauth:\/\/totp\/storewire:ada%40shop\.example\?issuer=storewire&secret=\w+/)
  const app = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 })
  const codeNow = () => app.generate({ timestamp: api.clock.now() })
  const { recoveryCodes } = (await page.post('/me/second-factor/confirm', { code: codeNow() })).body
  const enter = (code?: string) =>
    browser(api).post('/sign-in', { email: 'ada@shop.example', password: PASSWORD, code })
  return { api, page, secret, codeNow, recoveryCodes: recoveryCodes as string[], enter }
}

test('with a second factor a sign-in needs a code, and no code works twice', async (t) => {
  const { api, page, secret, codeNow, enter } = await withSecondFactor(t)
  assert.equal((await page.get('/session')).body.member.hasSecondFactor, true)
  assertError(await enter(), 401, 'code_needed')
  assertError(await enter(codeNow()), 401, 'wrong_code')
  api.clock.advance(30_000)
  assertError(await enter('000000'), 401, 'wrong_code')
  assert.equal((await enter(codeNow())).status, 200)
  assertError(await enter(codeNow()), 401, 'wrong_code')
  const wrong = await browser(api).post('/sign-in', {
    email: 'ada@shop.example',
    password: 'a wrong password',
    code: codeNow(),
  })
  assertError(wrong, 401, 'sign_in_refused')
  const stored = JSON.stringify(await api.store.read.all('SELECT * FROM member_second_factors'))
  assert.ok(!stored.includes(secret))
  assert.match(stored, /"enc1:/)
})

test('guessing codes behind the right password is limited, and the lock is in the audit log', async (t) => {
  const { api, enter, recoveryCodes } = await withSecondFactor(t)
  for (let index = 0; index < 5; index++) assertError(await enter('000000'), 401, 'wrong_code')
  assertError(await enter(recoveryCodes[0]), 429, 'too_many_tries')
  await api.store.write(async () => {})
  assert.deepEqual(await audited(api, 'member.sign%'), ['member.sign_in_blocked'])
  api.clock.advance(5 * MINUTE_MS)
  assert.equal((await enter(recoveryCodes[0])).status, 200)
})

test('a right code that the server fails to check costs no try', async (t) => {
  const { api, codeNow, recoveryCodes, enter } = await withSecondFactor(t)
  api.clock.advance(30_000)
  const setSecret = (secret: string) =>
    api.store.write((tx) => tx.run('UPDATE member_second_factors SET secret = ?', secret))
  const stored = await api.store.read.get<{ secret: string }>('SELECT secret FROM member_second_factors')
  await setSecret('enc1:damaged')
  for (let index = 0; index < 10; index++) assert.equal((await enter(codeNow())).status, 503)
  await setSecret(stored?.secret ?? '')
  assert.equal((await enter(codeNow())).status, 200)
  // The same for a recovery code, which a failed write does not use up.
  await api.store.write((tx) =>
    tx.run(`CREATE TRIGGER full BEFORE INSERT ON member_sessions BEGIN SELECT RAISE(ABORT, 'a fault'); END`),
  )
  for (let index = 0; index < 10; index++) assert.equal((await enter(recoveryCodes[0])).status, 500)
  await api.store.write((tx) => tx.run('DROP TRIGGER full'))
  assert.equal((await enter(recoveryCodes[0])).status, 200)
})

test('a recovery code works once, and new codes replace the old ones', async (t) => {
  const { page, recoveryCodes, enter } = await withSecondFactor(t)
  assert.equal(recoveryCodes.length, 10)
  const [first = '', second = ''] = recoveryCodes
  assert.equal((await enter(first)).body.member.recoveryCodesLeft, 9)
  assertError(await enter(first), 401, 'wrong_code')
  const fresh = (await page.post('/me/recovery-codes')).body.recoveryCodes
  assertError(await enter(second), 401, 'wrong_code')
  assert.equal((await enter(fresh[0].replaceAll('-', ' '))).status, 200)
})

test('a second factor is turned off by its member, or by a link for a member who lost their phone', async (t) => {
  const { api, page, enter } = await withSecondFactor(t)
  assertError(await page.post('/me/second-factor/start'), 409, 'second_factor_on')
  assert.equal((await page.post('/me/second-factor/off')).status, 204)
  assert.equal((await enter()).status, 200)
  assert.deepEqual(await audited(api, 'member.second%'), ['member.second_factor_on', 'member.second_factor_off'])
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const { secret } = (await ben.post('/me/second-factor/start')).body
  const code = new TOTP({ secret }).generate({ timestamp: api.clock.now() })
  assert.equal((await ben.post('/me/second-factor/confirm', { code })).status, 200)
  const password = 'a new password of mine'
  const reset = async (body: object) => {
    const { token } = (await page.post(`/members/${ben.memberId}/reset-link`, body)).body
    await browser(api).post('/resets/redeem', { token, password })
    return browser(api).post('/sign-in', { email: 'ben@shop.example', password })
  }
  assertError(await reset({}), 401, 'code_needed')
  assert.equal((await reset({ secondFactor: true })).status, 200)
})

test('a wrong code during setup does not turn the second factor on', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  await page.post('/me/second-factor/start')
  assertError(await page.post('/me/second-factor/confirm', { code: '000000' }), 400, 'wrong_code')
  assert.equal((await browser(api).post('/sign-in', { email: 'ada@shop.example', password: PASSWORD })).status, 200)
})

test('every change of members is in the audit log, with role and address, and without secrets', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  const { token } = (await owner.post('/members/invite', { email: 'ben@shop.example', role: 'agent' })).body
  await browser(api).post('/invites/accept', { token, name: 'Ben', password: PASSWORD })
  const rows = await api.store.read.all<Record<string, unknown>>(
    `SELECT actor, origin, role, action, details FROM audit_log WHERE action LIKE 'member.%' ORDER BY rowid`,
  )
  assert.deepEqual(
    rows.map(({ actor, origin, role, action }) => [actor, origin, role, action]),
    [
      ['ada@shop.example', '127.0.0.1', 'owner', 'member.invited'],
      ['ben@shop.example', '127.0.0.1', 'agent', 'member.joined'],
    ],
  )
  for (const secret of [token, PASSWORD]) assert.ok(!JSON.stringify(rows).includes(secret))
})
