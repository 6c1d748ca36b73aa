import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { createProgress, lines, openDisplay } from '../../src/cli/import/progress.ts'
import { batchesOf, sendRows } from '../../src/cli/import/send.ts'
import { StorewireError } from '../../src/client/error.ts'
import type { ImportRow } from '../../src/rows/row.ts'
import { fc } from '../support/properties.ts'
import { readRows } from '../support/reading-rows.ts'
import { testClock } from '../support/server.ts'

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const value of values) found.push(value)
  return found
}

const refused = (status: number, message: string, issues: object[] = []) =>
  new StorewireError(message, { status, code: 'CODE', body: { data: { issues } } })

const numbers = fc.constantFrom('0', '-0', '1.10', '1e400', '12345678901234567890', '-3.0E-7')

test('the entries of an array keep every value, number and key exactly, wherever the text is cut', async () => {
  const objects = fc.array(
    fc
      .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }))
      .map((one) => ({ updatedAt: 1, ...one })),
    {
      maxLength: 6,
    },
  )
  await fc.assert(
    fc.asyncProperty(
      objects,
      numbers,
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      async (values, number, isNested, size) => {
        const entries = [
          ...values.map((value) => JSON.stringify(value)),
          `{"updatedAt":1,"b":${number},"1":[{},[],${number}]}`,
        ]
        const array = `[${entries.join(' ,\n')}]`
        const file = isNested ? `{"a":[{"data":[1]}],"data":${array},"z":[{}]}` : array
        const { rows } = await readRows('x.json', file, { type: 'orders', chunk: size })
        assert.deepEqual(
          rows.slice(0, -1).map(({ text }) => JSON.parse(text)),
          values.map((value) => JSON.parse(JSON.stringify(value))),
        )
        assert.equal(rows.at(-1)?.text, entries.at(-1))
        assert.deepEqual(
          rows.map(({ place }) => place),
          entries.map((_, index) => index + 1),
        )
      },
    ),
    { numRuns: 200 },
  )
})

test('each unknown field is reported once, at any depth', async () => {
  const objects = [
    {
      colour: 1,
      custom: { any: 1 },
      items: [
        { id: 'l1', qty: 1 },
        { qty: 2, custom: { any: 2 } },
      ],
    },
    { colour: 2, shippingAddress: { town: 'Graz' }, items: null },
  ]
  const { warnings } = await readRows('x.json', JSON.stringify(objects), { type: 'orders', chunk: 50 })
  assert.deepEqual(warnings, [
    'Field "colour" is unknown and is left out. To keep the values, name it "custom.colour".',
    'Field "items.qty" is unknown and is left out. To keep the values, name it "custom.items.qty".',
    'Field "shippingAddress.town" is unknown and is left out. To keep the values, name it "custom.shippingAddress.town".',
  ])
})

test('reading again from any batch gives the same batches, all within the limits', async () => {
  const row = fc.record({ length: fc.nat(60), messages: fc.nat(5), isBad: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 40 }), async (shapes) => {
      const rows: ImportRow[] = shapes.map(({ length, messages, isBad }, index) => ({
        place: index + 1,
        text: JSON.stringify({ id: 'x'.repeat(length), messages: Array.from({ length: messages }, () => 0) }),
        issues: isBad ? [{ path: [], message: 'is bad' }] : [],
      }))
      const limits = { objects: 5, bytes: 200, nested: { field: 'messages', max: 8 } }
      const batches = (skip: number) =>
        collect(
          batchesOf(
            (async function* () {
              yield* rows
            })(),
            limits,
            skip,
          ),
        )
      const all = await batches(0)
      assert.deepEqual(
        all.flatMap((batch) => batch.rows),
        rows,
      )
      for (const [index, batch] of all.entries()) {
        assert.deepEqual(await batches(batch.offset), all.slice(index))
        const sent = batch.rows.filter(({ issues }) => issues.length === 0)
        assert.ok(batch.rows.length <= limits.objects)
        assert.ok(sent.map(({ text }) => text).join().length <= limits.bytes)
        assert.ok(sent.flatMap(({ text }) => JSON.parse(text).messages).length <= limits.nested.max)
      }
    }),
  )
})

test('an object that is too large for a call is rejected without being sent', async () => {
  const huge: ImportRow = { place: 1, text: JSON.stringify({ id: 'x'.repeat(300) }), issues: [] }
  const [batch] = await collect(
    batchesOf(
      (async function* () {
        yield huge
      })(),
      { objects: 5, bytes: 200 },
      0,
    ),
  )
  assert.deepEqual(batch?.rows[0]?.issues, [{ path: [], message: 'must have at most 200 bytes as JSON' }])
})

test('whatever rows a server rejects and however few it accepts at once, the others arrive exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { maxLength: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 9 }),
      async (faults, most, told) => {
        const rows: ImportRow[] = faults.map((isBad, index) => ({
          place: index + 1,
          text: `{"n":${index},"bad":${isBad}}`,
          issues: [],
        }))
        const arrived: string[] = []
        const keys = new Set<number>()
        const rejected = await sendRows(rows, async (objects, key) => {
          if (objects.length > most) throw refused(413, 'Too many.')
          const issues = objects.flatMap((text, index) =>
            JSON.parse(text).bad ? [{ path: ['data', index, 'bad'], message: 'is bad' }] : [],
          )
          if (issues.length > 0) throw refused(400, 'Bad.', issues.slice(0, told))
          assert.equal(keys.has(key), false)
          keys.add(key)
          arrived.push(...objects)
        })
        assert.deepEqual(
          arrived,
          rows.map(({ text }) => text).filter((text) => !JSON.parse(text).bad),
        )
        assert.deepEqual(
          rejected,
          rows
            .filter(({ text }) => JSON.parse(text).bad)
            .map((row) => ({ ...row, issues: [{ path: ['bad'], message: 'is bad' }] })),
        )
      },
    ),
  )
})

test('an error that names no row is passed on', async () => {
  const row: ImportRow = { place: 1, text: '{}', issues: [] }
  const refuse = async () => {
    throw refused(409, 'This backfill is closed.')
  }
  await assert.rejects(sendRows([row], refuse), /is closed/)
})

test('progress shows rows, rate, rejected rows and time left; without a terminal one line every five seconds', () => {
  const clock = testClock()
  const written: string[] = []
  const progress = createProgress(
    lines((line) => written.push(line), clock),
    clock,
  )
  progress.begin(1_000, 500)
  clock.advance(1_000)
  progress.sent({ rows: 600, rejected: 0 }, 100)
  clock.advance(4_000)
  progress.sent({ rows: 1_000, rejected: 2 }, 200)
  progress.waiting('the server asks to slow down', 60_000)
  clock.advance(55_000)
  progress.sent({ rows: 2_500, rejected: 2 }, 500)
  progress.sent({ rows: 5_000, rejected: 2 }, 1_000)
  progress.end()
  assert.deepEqual(written, [
    '0%, reading',
    '20%, 1,000 rows sent, 100/s, 2 rejected, 0:40 left',
    '20%, 1,000 rows sent, 100/s, 2 rejected, 0:40 left; waiting 60 s, because the server asks to slow down',
    '50%, 2,500 rows sent, 33/s, 2 rejected, 1:15 left',
    '100%, 5,000 rows sent, 75/s, 2 rejected, 0:00 left',
  ])
})

test('without a known size, progress shows no share and no time left', () => {
  const clock = testClock()
  const written: string[] = []
  const progress = createProgress(
    lines((line) => written.push(line), clock),
    clock,
  )
  progress.begin(undefined, 0)
  clock.advance(5_000)
  progress.sent({ rows: 100, rejected: 0 }, 100)
  progress.end()
  assert.deepEqual(written, ['reading', '100 rows sent, 20/s'])
})

test('on a terminal a bar stays below other lines and is removed at the end', async () => {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 120 })
  const display = await openDisplay(testClock(), stream as unknown as NodeJS.WriteStream)
  display.show(undefined, 'reading')
  display.show(0.5, '10 rows sent', true)
  display.note('Column "x" is left out.')
  display.end()
  const written = String(stream.read())
  const shown = stripVTControlCharacters(written)
  assert.match(shown, /^reading.*█{12}░{12} {2}50% {2}10 rows sent.*Column "x" is left out\.\n.*█{12}░{12}/)
  assert.ok(written.endsWith('\u001b[2K'), 'the line of the bar is cleared')
})
