import assert from 'node:assert/strict'
import { createDecipheriv, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSealer, parseKey } from '../../src/lib/sealing.ts'
import { fc } from '../support/properties.ts'

const key = randomBytes(32)
const sealer = createSealer(key)

test('any sealed text opens in its own context, and does not show the plain text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, context) => {
      const stored = sealer.seal(text, context)
      assert.match(stored, /^enc1:[\w-]+$/)
      assert.equal(sealer.open(stored, context), text)
    }),
  )
})

test('a sealed text is AES-256-GCM with the nonce in front, the tag behind and the context as additional data', () => {
  const bytes = Buffer.from(sealer.seal('whsec_1', 'shop 1').slice('enc1:'.length), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from('shop 1')).setAuthTag(bytes.subarray(-16))
  assert.equal(Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString(), 'whsec_1')
})

test('the same text is sealed differently each time', () => {
  const sealed = new Set(Array.from({ length: 1_000 }, () => sealer.seal('whsec_1', 'shop 1').slice(0, 21)))
  assert.equal(sealed.size, 1_000)
})

test('every altered bit is detected', () => {
  const bytes = Buffer.from(sealer.seal('whsec_1', 'shop 1').slice('enc1:'.length), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const altered = Buffer.from(bytes)
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    assert.throws(() => sealer.open(`enc1:${altered.toString('base64url')}`, 'shop 1'), /cannot be decrypted/)
  }
  for (let length = 0; length < bytes.length; length++) {
    const cut = `enc1:${bytes.subarray(0, length).toString('base64url')}`
    assert.throws(() => sealer.open(cut, 'shop 1'), /cannot be decrypted/)
  }
})

test('a sealed text opens in no other context, with no other key, and not without one', () => {
  const stored = sealer.seal('whsec_1', 'shop 1')
  assert.throws(() => sealer.open(stored, 'shop 2'), /secret shop 2 cannot be decrypted .* set the key/)
  assert.throws(
    () => createSealer(randomBytes(32)).open(stored, 'shop 1'),
    /secret shop 1 cannot be decrypted .* set the key/,
  )
  assert.throws(
    () => createSealer(undefined).open(stored, 'shop 1'),
    /is encrypted, but no encryption key is set: set STOREWIRE_ENCRYPTION_KEY or/,
  )
})

test('without a key texts are stored as plain text, which can be opened later when a key is set', () => {
  assert.equal(createSealer(undefined).seal('whsec_1', 'shop 1'), 'whsec_1')
  assert.equal(sealer.open('whsec_1', 'shop 1'), 'whsec_1')
})

test('a key is accepted in hexadecimal and both alphabets of base64 only', () => {
  const base64 = key.toString('base64')
  for (const text of [
    key.toString('hex'),
    key.toString('hex').toUpperCase(),
    base64,
    base64.replace(/=$/, ''),
    key.toString('base64url'),
  ])
    assert.deepEqual(parseKey(text), key)
  for (const text of ['', 'secret', base64.slice(1), `${base64}A`, `${key.toString('hex')}00`, 'x'.repeat(64)])
    assert.equal(parseKey(text), undefined)
  assert.equal(parseKey(randomBytes(31).toString('base64')), undefined)
  assert.equal(parseKey(randomBytes(33).toString('base64')), undefined)
})
