import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder } from '../../src/lib/reordering.ts'

test('a text keeps its letters, and loses what would reorder or split them unseen', () => {
  for (const [text, shown] of [
    ['a\u202e00.05 EUR\u202cb', 'a00.05 EURb'],
    ['\u202a\u202b\u202d\u2066\u2067\u2068x\u2069', 'x'],
    ['refund\u200b\u2060\ufeff5', 'refund5'],
    ['bell\u0007\u009b1m', 'bell1m'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    // An emoji of several, Persian with a joiner, and marks that people of both directions type.
    ['👩‍👧 می‌خواهم \u200fשלום\u200e', '👩‍👧 می‌خواهم \u200fשלום\u200e'],
  ] as const)
    assert.equal(inOrder(text), shown)
})
