import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeText } from '../../src/lib/bytes.ts'

test('bytes are shown in the largest unit that they fill', () => {
  const shown = [0, 1, 1023, 1024, 1536, 71_812.1 * 1024 ** 2, 1024 ** 4, 3_000 * 1024 ** 4]
  assert.deepEqual(
    shown.map((bytes) => sizeText(bytes, 'en')),
    ['0 B', '1 B', '1,023 B', '1 KiB', '1.5 KiB', '70.1 GiB', '1 TiB', '3,000 TiB'],
  )
})
