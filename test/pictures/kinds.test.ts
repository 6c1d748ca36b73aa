import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../../src/lib/errors.ts'
import { readJpeg } from '../../src/pictures/jpeg.ts'
import { kindOf, LAST_BYTES, requireEnd, requireSize, sizeOf } from '../../src/pictures/kinds.ts'
import { gif, jpeg, PLACE, png, webp } from '../support/pictures.ts'
import { fc } from '../support/properties.ts'

const SIZES = [1, 2, 255, 256, 8_191, 8_192]

/** The kept bytes of a JPEG that arrives in pieces of some length. */
function kept(bytes: Buffer, pieceLength: number): { bytes: Buffer; size: unknown; isWhole: boolean } {
  const reader = readJpeg()
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += pieceLength)
    parts.push(...reader.take(bytes.subarray(at, at + pieceLength)))
  return { bytes: Buffer.concat(parts), size: reader.size(), isWhole: reader.isWhole() }
}

const wholeFiles = [png(), gif(), webp('VP8 '), webp('VP8L'), webp('VP8X')]

function checkWhole(bytes: Buffer): void {
  const type = kindOf(bytes)
  if (!type || type === 'image/jpeg') return
  requireSize(sizeOf(type, bytes))
  requireEnd(type, { head: bytes, tail: bytes.subarray(-LAST_BYTES), length: bytes.length })
}

test('the kind of a picture is that of its first bytes', () => {
  assert.deepEqual([jpeg(), ...wholeFiles].map(kindOf), [
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/webp',
    'image/webp',
    'image/webp',
  ])
  for (const other of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', '<html>', 'RIFF0000WAVE', 'BM', ''])
    assert.equal(kindOf(Buffer.from(other)), undefined, other)
})

test('width and height are read from the header of each kind', () => {
  for (const width of SIZES)
    for (const height of SIZES) {
      const size = { width, height }
      assert.deepEqual(kept(jpeg(size), 1_000).size, size)
      assert.deepEqual(sizeOf('image/gif', gif(size)), { type: 'image/gif', ...size })
      for (const form of ['VP8 ', 'VP8L', 'VP8X'] as const)
        assert.deepEqual(sizeOf('image/webp', webp(form, size)), { type: 'image/webp', ...size }, form)
    }
  assert.deepEqual(sizeOf('image/png', png({ width: 300, height: 2 })), { type: 'image/png', width: 300, height: 2 })
})

test('a side of more than 8,192 pixels or of none is refused', () => {
  const head = { type: 'image/png', width: 8_192, height: 1 } as const
  assert.equal(requireSize(head), head)
  assert.throws(() => requireSize({ ...head, height: 8_193 }), { reason: 'too_many_pixels' })
  assert.throws(() => requireSize({ ...head, width: 0 }), { reason: 'broken_picture' })
})

test('a picture that is cut off anywhere is refused, and a whole one is not', () => {
  for (const file of wholeFiles) {
    checkWhole(file)
    for (let length = 12; length < file.length - 1; length++)
      assert.throws(() => checkWhole(file.subarray(0, length)), { reason: 'broken_picture' })
  }
  const photo = jpeg({ exif: true })
  for (let length = 3; length < photo.length; length++) assert.equal(kept(photo.subarray(0, length), 64).isWhole, false)
})

test('a JPEG loses its Exif and what follows its end, in pieces of every length, and nothing else', () => {
  const plain = jpeg()
  const photo = jpeg({ exif: true, end: jpeg({ exif: true }) })
  assert.ok(photo.includes(PLACE))
  for (let length = 1; length < 80; length++) {
    const { bytes, isWhole } = kept(photo, length)
    assert.deepEqual(bytes, plain)
    assert.equal(isWhole, true)
  }
})

test('millions of fill bytes before a marker are read together, in pieces of every length', () => {
  const fill = Buffer.alloc(100_000, 0xff)
  const reader = readJpeg()
  const pieces = [Buffer.from([0xff, 0xd8]), fill, fill].flatMap((piece) => reader.take(piece))
  assert.ok(pieces.length < 5, `${pieces.length} pieces`)
  const [plain, photo] = [jpeg(), jpeg({ exif: true })].map((file) =>
    Buffer.concat([file.subarray(0, 2), fill.subarray(0, 100), file.subarray(2)]),
  ) as [Buffer, Buffer]
  for (let length = 1; length < 80; length++) {
    assert.deepEqual(kept(plain, length).bytes, plain)
    assert.ok(!kept(photo, length).bytes.includes(PLACE))
  }
})

test('damaged headers are refused or read, in pieces of every length alike', () => {
  const files = [jpeg({ exif: true, fill: 300 }), ...wholeFiles]
  const damage = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 6 })
  const cases = fc.property(
    fc.nat(files.length - 1),
    damage,
    fc.integer({ min: 1, max: 200 }),
    (index, changes, length) => {
      const bytes = Buffer.from(files[index] ?? '')
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
      try {
        if (kindOf(bytes) !== 'image/jpeg') return checkWhole(bytes)
        const whole = kept(bytes, length)
        assert.deepEqual(whole, kept(bytes, bytes.length))
        // What is left is read in the same way again.
        assert.deepEqual(kept(whole.bytes, length).bytes, whole.bytes)
      } catch (error) {
        assert.ok(error instanceof DomainError && error.code === 'BAD_REQUEST', String(error))
      }
    },
  )
  fc.assert(cases, { numRuns: 3_000 })
})
