import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import fc from 'fast-check'
import { openPieces, sealPieces } from '../../src/offsite/pieces.ts'

const KEY = Buffer.alloc(32, 7)
const MIB = 1024 * 1024
/** Bytes before the first piece, and of a whole one. */
const [HEAD, PIECE] = [17 + 32, MIB + 16]

/** A stream of the bytes in chunks of one size, as files and connections give them. */
const streamOf = (bytes: Buffer, chunk: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, number) =>
      bytes.subarray(number * chunk, (number + 1) * chunk),
    ),
  )

const seal = (bytes: Buffer, chunk = 65_536) => buffer(Readable.from(sealPieces(KEY, streamOf(bytes, chunk))))
const open = (bytes: Buffer, { key = KEY, chunk = 65_536 } = {}) =>
  buffer(Readable.from(openPieces(key, streamOf(bytes, chunk))))

test('what is sealed opens with the same bytes, whatever its length and the chunks it comes in', async () => {
  const lengths = [0, 1, MIB - 1, MIB, MIB + 1, 2 * MIB, 2 * MIB + 5]
  for (const length of lengths) {
    const bytes = randomBytes(length)
    for (const chunk of [1_000_003, 65_536, 3 * MIB]) {
      const sealed = await seal(bytes, chunk)
      assert.equal(sealed.length, HEAD + length + 16 * Math.max(1, Math.ceil(length / MIB)))
      assert.ok((await open(sealed, { chunk: chunk + 1 })).equals(bytes), `${length} bytes in chunks of ${chunk}`)
    }
  }
  assert.notDeepEqual(await seal(Buffer.from('a')), await seal(Buffer.from('a')), 'each copy has a key of its own')
})

test('a copy that was changed at any byte, or cut anywhere, does not open', async () => {
  const sealed = await seal(randomBytes(2 * MIB + 100))
  await fc.assert(
    fc.asyncProperty(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ change
      await assert.rejects(open(changed), /not open|changed or cut|not an encrypted copy/)
      await assert.rejects(open(sealed.subarray(0, at)), /not open|changed or cut|not an encrypted copy/)
    }),
    { numRuns: 30 },
  )
})

test('pieces that are swapped, left out, repeated or added, and another key, do not open', async () => {
  const sealed = await seal(randomBytes(3 * MIB))
  const head = sealed.subarray(0, HEAD)
  const pieces = [0, 1, 2].map((number) => sealed.subarray(HEAD + number * PIECE, HEAD + (number + 1) * PIECE)) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const [first, second, third] = pieces
  for (const order of [
    [second, first, third],
    [first, third],
    [first, second],
    [first, second, second, third],
    [...pieces, third],
  ])
    await assert.rejects(open(Buffer.concat([head, ...order])), /not open|changed or cut/)
  await assert.rejects(open(sealed, { key: Buffer.alloc(32, 8) }), /does not open with the encryption key/)
  const other = await seal(randomBytes(3 * MIB))
  await assert.rejects(
    open(Buffer.concat([sealed.subarray(0, HEAD + PIECE), other.subarray(HEAD + PIECE)])),
    /changed or cut/,
  )
  await assert.rejects(
    open(Buffer.from('SQLite format 3\0 and more bytes than the head of a copy has, or so')),
    /not an encrypted copy/,
  )
  await assert.rejects(open(Buffer.alloc(0)), /not an encrypted copy/)
})
