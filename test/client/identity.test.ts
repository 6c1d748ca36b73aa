import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jwtVerify } from 'jose'
import { signIdentityToken } from '../../src/client/index.ts'

const secret = 'idsec_4pYvVQx0m3o1cJ2uKq9bZ7rTnE6wLhSd'
const read = (token: string) => jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] })

test('a token names the customer, is valid for five minutes, and can be read by other JWT libraries', async () => {
  const before = Math.floor(Date.now() / 1000)
  const { payload, protectedHeader } = await read(
    await signIdentityToken({ secret, customerId: 'c_81', email: 'ada@example.com', name: 'Ada Løvelace 😀' }),
  )
  assert.deepEqual(protectedHeader, { alg: 'HS256', typ: 'JWT' })
  const { iat = 0, exp = 0, jti, ...rest } = payload
  assert.deepEqual(rest, { sub: 'c_81', email: 'ada@example.com', name: 'Ada Løvelace 😀' })
  assert.ok(iat >= before && iat <= Date.now() / 1000)
  assert.equal(exp - iat, 300)
  assert.match(jti ?? '', /^[0-9a-f-]{36}$/)
})

test('each token has an id of its own, and claims that were not given are absent', async () => {
  const tokens = await Promise.all([1, 2].map(() => signIdentityToken({ secret, customerId: 'c_81', expiresIn: 60 })))
  const [first, second] = await Promise.all(tokens.map(read))
  assert.notEqual(first?.payload.jti, second?.payload.jti)
  assert.deepEqual(Object.keys(first?.payload ?? {}).sort(), ['exp', 'iat', 'jti', 'sub'])
  assert.equal((first?.payload.exp ?? 0) - (first?.payload.iat ?? 0), 60)
})

test('a token without a customer or a secret is not signed', async () => {
  await assert.rejects(
    signIdentityToken(undefined as never),
    /TypeError: The options are missing: write signIdentityToken/,
  )
  await assert.rejects(signIdentityToken({ secret: '', customerId: 'c_81' }), /secret must be/)
  await assert.rejects(signIdentityToken({ secret, customerId: 81 as never }), /customerId must be/)
  await assert.rejects(signIdentityToken({ secret, customerId: 'c_81', expiresIn: 0 }), /expiresIn must be/)
})
