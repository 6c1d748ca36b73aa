import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompactSign, generateKeyPair, SignJWT } from 'jose'
import { signIdentityToken } from '../../src/client/index.ts'
import { createIdentitySecret, listIdentitySecrets, revokeIdentitySecret } from '../../src/widget/identity-secrets.ts'
import { assertError } from '../support/errors.ts'
import { type Api, addWorkspace, owner, startServer, testClock } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const NOW = Date.parse('2026-03-01T09:30:00Z') / 1000
const bytes = (text: string) => new TextEncoder().encode(text)
const sessions = async ({ store }: Api) => (await store.read.all('SELECT id FROM widget_sessions')).length

test('a token of the client library opens the session of the customer it names', async (t) => {
  const api = await startServer(t, { clock: testClock(Date.now()) })
  const { start, secret } = await startWidget(api)
  const identityToken = await signIdentityToken({ secret, customerId: 'c_81', email: 'ada@example.com', name: 'Ada' })
  const { status, body } = await start({ identityToken })
  assert.deepEqual([status, body.customer], [200, { id: 'c_81' }])
})

test('a token works once, also if two pages send it at the same moment', async (t) => {
  const api = await startServer(t)
  const { start, sign } = await startWidget(api)
  const identityToken = await sign()
  const answers = await Promise.all(Array.from({ length: 5 }, () => start({ identityToken })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401])
  const refused = await start({ identityToken })
  assertError(refused, 401, 'UNAUTHORIZED')
  assert.deepEqual(refused.body.data, { reason: 'used' })
  assert.equal(await sessions(api), 1)
})

test('the same id in another workspace is another token', async (t) => {
  const api = await startServer(t)
  const shop = await startWidget(api)
  const other = await startWidget(api, (await addWorkspace(api.store, 'other', api.clock)).workspaceId)
  for (const widget of [shop, other])
    assert.equal((await widget.start({ identityToken: await widget.sign({ jti: 'same' }) })).status, 200)
  const foreign = await shop.start({ identityToken: await other.sign() })
  assert.deepEqual([foreign.status, foreign.body.data.reason], [401, 'bad'])
})

const times: [string, Record<string, number>, string | undefined][] = [
  ['is valid for ten minutes', { exp: NOW + 600 }, undefined],
  ['is valid for longer', { exp: NOW + 601 }, 'bad'],
  ['expired within the skew', { iat: NOW - 300, exp: NOW - 59 }, undefined],
  ['expired beyond the skew', { iat: NOW - 300, exp: NOW - 60 }, 'stale'],
  ['expired long ago and was valid for too long', { iat: 0, exp: 5_000 }, 'stale'],
  ['was signed by a clock that is a little ahead', { iat: NOW + 60, exp: NOW + 360 }, undefined],
  ['was signed in the future', { iat: NOW + 61, exp: NOW + 361 }, 'bad'],
  ['may be used only later', { nbf: NOW + 61 }, 'bad'],
  ['expires before it was signed', { iat: NOW + 50, exp: NOW - 50 }, 'bad'],
]
for (const [what, claims, reason] of times) {
  test(`a token that ${what} ${reason === undefined ? 'opens a session' : `is ${reason}`}`, async (t) => {
    const api = await startServer(t)
    const { start, sign } = await startWidget(api)
    const { status, body } = await start({ identityToken: await sign(claims) })
    assert.deepEqual([status, body.data?.reason], [reason === undefined ? 200 : 401, reason])
    assert.equal(await sessions(api), reason === undefined ? 1 : 0)
  })
}

test('a token with a missing claim, or one of the wrong type, is invalid', async (t) => {
  const api = await startServer(t)
  const { start, sign } = await startWidget(api)
  const wrong = [
    ...['sub', 'iat', 'exp', 'jti'].map((name) => ({ [name]: undefined })),
    ...[{ sub: '' }, { sub: 81 }, { sub: 'x'.repeat(256) }, { sub: 'a\0' }, { jti: 5 }, { jti: '' }],
    ...[{ iat: 'now' }, { exp: '2026-03-02' }, { exp: NOW + 1.5 }, { iat: null }],
  ]
  for (const claims of wrong) {
    const refused = await start({ identityToken: await sign(claims) })
    assertError(refused, 401, 'UNAUTHORIZED')
    assert.equal(refused.body.data.reason, 'bad', JSON.stringify(claims))
  }
  assert.equal(await sessions(api), 0)
})

test('a token that is not signed with HS256 and the secret is invalid, whatever its header says', async (t) => {
  const api = await startServer(t)
  const { start, sign, secret } = await startWidget(api)
  const good = await sign()
  const [header, body, signature] = good.split('.')
  const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
  const { privateKey } = await generateKeyPair('RS256')
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'c2' })).toString('base64url')
  const tokens = [
    `${unsigned}.${body}.`,
    `${unsigned}.${body}.${signature}`,
    `${header}.${forged}.${signature}`,
    `${header}.${body}.`,
    `${header}.${body}`,
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS512' }).sign(bytes(secret)),
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(bytes(`${secret}x`)),
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(bytes(secret.slice(4))),
    await new CompactSign(bytes('no claims')).setProtectedHeader({ alg: 'HS256' }).sign(bytes(secret)),
    'guest',
    '',
  ]
  for (const identityToken of tokens) {
    const refused = await start({ identityToken })
    assertError(refused, 401, 'UNAUTHORIZED')
    assert.equal(refused.body.data.reason, 'bad', identityToken)
  }
  assert.equal(await sessions(api), 0)
  assert.equal((await start({ identityToken: good })).status, 200)
})

test('while a secret is replaced, tokens of both secrets are valid, and those of a revoked one are not', async (t) => {
  const api = await startServer(t)
  const { workspaceId, store, clock, sealer } = api
  const { start, sign, secret } = await startWidget(api)
  const second = await store.write((tx) => createIdentitySecret(tx, owner, workspaceId, sealer, clock.now()))
  const signedWith = (key: string, jti: string) =>
    new SignJWT({ sub: 'c1', iat: NOW, exp: NOW + 60, jti }).setProtectedHeader({ alg: 'HS256' }).sign(bytes(key))
  assert.match(second.secret, /^ids_[\w-]{43}$/)
  assert.notEqual(second.secret, secret)
  assert.equal((await start({ identityToken: await sign() })).status, 200)
  const uses = async () => (await listIdentitySecrets(store.read, workspaceId)).map(({ lastUsedAt }) => lastUsedAt)
  assert.deepEqual(await uses(), [clock.now(), null], 'people see when the first one is used no longer')
  clock.advance(59_000)
  assert.equal((await start({ identityToken: await sign() })).status, 200)
  assert.equal((await start({ identityToken: await signedWith(second.secret, 'a') })).status, 200)
  assert.deepEqual(await uses(), [NOW * 1_000, NOW * 1_000], 'to the minute')
  await assert.rejects(
    store.write((tx) => createIdentitySecret(tx, owner, workspaceId, sealer, clock.now())),
    { code: 'CONFLICT' },
  )
  await store.write((tx) => revokeIdentitySecret(tx, owner, { workspaceId, id: second.id }, clock.now()))
  const refused = await start({ identityToken: await signedWith(second.secret, 'b') })
  assert.deepEqual([refused.status, refused.body.data.reason], [401, 'bad'])
  assert.equal((await start({ identityToken: await sign() })).status, 200)
})

test('only owners and admins can create and revoke identity secrets', async (t) => {
  const { store, workspaceId, clock, sealer } = await startServer(t)
  const agent = { name: 'ann', origin: 'test', role: 'agent' } as const
  await assert.rejects(
    store.write((tx) => createIdentitySecret(tx, agent, workspaceId, sealer, clock.now())),
    { code: 'FORBIDDEN' },
  )
  await assert.rejects(
    store.write((tx) => revokeIdentitySecret(tx, agent, { workspaceId, id: 'x' }, clock.now())),
    { code: 'FORBIDDEN' },
  )
})

test('with an encryption key the secrets are stored encrypted, and tokens are checked as before', async (t) => {
  const api = await startServer(t, { encryptionKey: Buffer.alloc(32, 7) })
  const { start, sign, secret } = await startWidget(api)
  const [row] = await api.store.read.all<{ secret: string; ending: string }>(
    'SELECT secret, ending FROM identity_secrets',
  )
  assert.match(row?.secret ?? '', /^enc1:/)
  assert.equal(row?.ending, secret.slice(-4))
  assert.equal((await start({ identityToken: await sign() })).status, 200)
})
