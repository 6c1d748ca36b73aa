import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JsonEntry, jsonEntries, jsonLines } from '../../src/rows/json.ts'

async function split(text: string, read: typeof jsonEntries, size = 1): Promise<JsonEntry[]> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  const entries: JsonEntry[] = []
  for await (const entry of read(pieces())) entries.push(entry)
  return entries
}

const objects = ['{"a":"]}\\"","b":[{"c":1}]}', '{}', '{"é":"[" }', '{"orders":[{"id":1}]}']

test('the entries of a list come as the text of the file, wherever it is cut', async () => {
  for (const [text, list] of [
    [`[${objects.join(' ,\n')}]`, ''],
    [`{"x":["orders",[1]],"data": [${objects.join(',')}], "orders": [{"id":2}]}`, 'data'],
    [`{"orders":[${objects.join(',')}]}\n`, 'orders'],
    [`{"_embedded":{"conversations":[${objects.join(',')}]},"page":{"size":1}}`, 'conversations'],
  ] as const) {
    for (const size of [1, 3, 1_000])
      assert.deepEqual(
        await split(text, jsonEntries, size),
        objects.map((entry, index) => ({ text: entry, place: index + 1, list })),
        text,
      )
  }
  assert.deepEqual(await split('{"orders":[]}', jsonEntries), [])
})

test('a list that is cut off, missing or followed by something else is an error', async () => {
  for (const text of ['[{"a":1},', '[{"a":1}', '[{"a":1}] []', '[{"a":1},]', '{"a":1} {"b":2}', 'x', '']) {
    await assert.rejects(split(text, jsonEntries), /not valid JSON/, text)
  }
  await assert.rejects(split('{"rows":[{"a":1}]}', jsonEntries), /no array of objects/)
})

test('lines end at line feeds only, and blank ones count as places', async () => {
  assert.deepEqual(await split('{"a":"\u2028"}\r\n\n{"b":2}', jsonLines, 2), [
    { text: '{"a":"\u2028"}', place: 1, list: '' },
    { text: '{"b":2}', place: 3, list: '' },
  ])
})
