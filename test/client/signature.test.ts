import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignatureError, verifySignature } from '../../src/client/index.ts'
import { fc } from '../support/properties.ts'
import { secret, signature } from '../support/signed-request.ts'

const NOW = Date.parse('2026-03-01T09:30:00Z')
const SECONDS = NOW / 1000
const body = '{"type":"ping","note":"Grüße €5 😀"}'
const at = (time: number, key = secret, text = body) => signature(text, { key, time })
const now = () => NOW

const rejects = (check: Promise<unknown>, message: RegExp) =>
  assert.rejects(check, (error: Error) => {
    assert.ok(error instanceof SignatureError)
    assert.equal(error.code, 'bad_signature')
    assert.match(error.message, message)
    assert.ok(!error.message.includes(secret))
    return true
  })

test('a signature with the whole secret is accepted, over text and over bytes', async () => {
  assert.equal(await verifySignature(secret, body, at(SECONDS), { now }), true)
  assert.equal(await verifySignature(secret, Buffer.from(body), at(SECONDS), { now }), true)
  assert.equal(await verifySignature(secret, await new Blob([body]).arrayBuffer(), at(SECONDS), { now }), true)
  const current = signature(body)
  assert.equal(await verifySignature(secret, body, current), true, 'by the machine’s own clock')
})

test('a signature covers the bytes, not the decoded text', async () => {
  const withMark = `\uFEFF${body}`
  assert.equal(await verifySignature(secret, Buffer.from(withMark), at(SECONDS, secret, withMark), { now }), true)
  await rejects(
    verifySignature(secret, Buffer.from(withMark), at(SECONDS), { now }),
    /fits this body after JSON\.parse/,
  )
})

test('one valid signature among several is enough', async () => {
  const [, good] = at(SECONDS).split(',')
  const other = `v1=${'0'.repeat(64)}`
  for (const header of [
    `t=${SECONDS},${other},${good}`,
    `t=${SECONDS}, ${good}, ${other}, v0=x`,
    `${good},t=${SECONDS}`,
  ]) {
    assert.equal(await verifySignature(secret, body, header, { now }), true)
  }
  await rejects(verifySignature(secret, body, `t=${SECONDS},${other},${other}`, { now }), /does not fit/)
})

test('timestamps up to 300 seconds before and after now are accepted', async () => {
  for (const skew of [0, 300, -300])
    assert.equal(await verifySignature(secret, body, at(SECONDS + skew), { now }), true)
  await rejects(
    verifySignature(secret, body, at(SECONDS - 301), { now }),
    /made 301 s ago by this machine's clock.*set the clock/,
  )
  await rejects(verifySignature(secret, body, at(SECONDS + 301), { now }), /made 301 s in the future/)
  await rejects(verifySignature(secret, body, at(SECONDS - 11), { now, toleranceSeconds: 10 }), /no more than 10 s/)
  const justOver = { now: () => NOW + 300_400 }
  await rejects(verifySignature(secret, body, at(SECONDS), justOver), /made 300 s ago/)
})

test('the error names the usual mistakes', async () => {
  const compact = '{"a":[1,2],"b":"x"}'
  const pretty = JSON.stringify(JSON.parse(compact), null, 2)
  await rejects(
    verifySignature(secret, pretty, at(SECONDS, secret, compact), { now }),
    /fits this body after JSON\.parse and JSON\.stringify: pass the raw body/,
  )
  await rejects(verifySignature(`${secret}\n`, body, at(SECONDS), { now }), /white space around it: trim it/)
  await rejects(verifySignature(secret.slice(6), body, at(SECONDS), { now }), /does not start with "whsec_"/)
  await rejects(verifySignature('whsec_other', body, at(SECONDS), { now }), /newest secret/)
  await rejects(verifySignature(secret, 'not JSON', at(SECONDS), { now }), /does not fit/)
  await rejects(verifySignature(secret, body, null, { now }), /header is missing/)
  await assert.rejects(verifySignature(undefined as never, body, at(SECONDS)), /secret must be the signing secret/)
  await assert.rejects(verifySignature(secret, JSON.parse(body), at(SECONDS), { now }), {
    name: 'TypeError',
    message: /rawBody must be the body as it was received/,
  })
})

test('a malformed header is not a signature', async () => {
  const [time = '', good = ''] = at(SECONDS).split(',')
  for (const header of [
    good,
    time,
    't=,v1=',
    `${time},${time},${good}`,
    `t=1e9,${good}`,
    `t=-5,${good}`,
    `${time},${good}00`,
    '{}',
  ]) {
    await rejects(verifySignature(secret, body, header, { now }), /form t=<unix seconds>,v1=<64 hex digits>/)
  }
})

test('the signature of any body is valid for that body only', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.nat(), async (bytes, at) => {
      const text = Buffer.from(bytes).toString('latin1')
      const header = signature(text, { time: SECONDS })
      const raw = new TextEncoder().encode(text)
      assert.equal(await verifySignature(secret, raw, header, { now }), true)
      if (raw.length === 0) return
      const changed = raw.with(at % raw.length, (raw[at % raw.length] ?? 0) ^ 1)
      await assert.rejects(verifySignature(secret, changed, header, { now }), SignatureError)
    }),
    { numRuns: 50 },
  )
})
