import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presetOfTable } from '../../src/rows/presets/list.ts'
import { presetMapping } from '../../src/rows/presets/table-mapping.ts'
import { UnreadableFile } from '../../src/rows/problem.ts'
import { tableReader } from '../../src/rows/reader.ts'
import type { TableRow } from '../../src/rows/reading.ts'
import { memoryShelf } from '../../src/rows/shelf.ts'
import { contextOf } from '../../src/rows/survey.ts'
import { openTable } from '../../src/rows/table.ts'
import { fc } from '../support/properties.ts'
import { SHOPIFY_ORDERS } from '../support/shopify-samples.ts'

/** A change that a careless program or person makes to a file. Places are shares of its length. */
type Mutation = (text: string) => string

const share = fc.noBias(fc.integer({ min: 0, max: 9_999 })).map((number) => number / 10_000)
const at = (text: string, place: number) => Math.floor(place * text.length)
const SIGNS = [
  ',',
  ';',
  '\t',
  '"',
  '""',
  '\n',
  '\r',
  '\r\n',
  ' ',
  '0',
  '9',
  '-',
  '.',
  "'",
  'é',
  '€',
  '\u0000',
  '#',
  'E+1',
]

const inserted = fc.tuple(share, fc.constantFrom(...SIGNS)).map(
  ([place, sign]): Mutation =>
    (text) =>
      text.slice(0, at(text, place)) + sign + text.slice(at(text, place)),
)
const removed = fc.tuple(share, fc.integer({ min: 1, max: 30 })).map(
  ([place, count]): Mutation =>
    (text) =>
      text.slice(0, at(text, place)) + text.slice(at(text, place) + count),
)
const cut = share.map(
  (place): Mutation =>
    (text) =>
      text.slice(0, at(text, place)),
)
const moved = fc.tuple(share, share, fc.boolean()).map(
  ([from, to, isCopy]): Mutation =>
    (text) => {
      const lines = text.split('\n')
      const [line = ''] = isCopy ? lines.slice(lineAt(lines, from)) : lines.splice(lineAt(lines, from), 1)
      lines.splice(lineAt(lines, to), 0, line)
      return lines.join('\n')
    },
)
const lineAt = (lines: string[], place: number) => Math.floor(place * lines.length)
const mutations = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: inserted },
    { weight: 4, arbitrary: removed },
    { weight: 4, arbitrary: moved },
    { weight: 1, arbitrary: cut },
  ),
  { minLength: 1, maxLength: 3 },
)

/** The rows of a file as the importers read it; undefined if it can't be read, or is of no known format. */
async function rowsOf(text: string): Promise<{ rows: TableRow[]; count: number; headings: string[] } | undefined> {
  const bytes = new TextEncoder().encode(text)
  const file = {
    name: 'orders_export.csv',
    read: async function* () {
      yield bytes
    },
  }
  try {
    const table = await openTable(file)
    const preset = presetOfTable(table.headings)
    if (!preset) return undefined
    const { survey, rows } = await tableReader(file, table, presetMapping(preset, table.headings), memoryShelf)
    const answers = { currency: 'EUR', timezone: 'UTC', decimals: 'point', dates: 'day' } as const
    const found: TableRow[] = []
    for await (const row of rows(contextOf(survey, answers, 1))) found.push(row as TableRow)
    return { rows: found, count: survey.rows, headings: table.headings }
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined
    throw error
  }
}

/** An amount in cents, for the forms that a file with points may have; anything else is not an amount. */
function cents(cell: string): number | undefined {
  const plain = cell.trim().replace(/^(€|EUR)\s*|\s*(€|EUR)$/g, '')
  const match = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})?(?:\.(\d*))?$/.exec(plain.replace(/[\s']/g, ''))
  if (!match || !/\d/.test(plain) || !/^0*$/.test((match[2] ?? '').slice(2))) return undefined
  return Number(`${(match[1] ?? '').replaceAll(',', '')}${(match[2] ?? '').padEnd(2, '0').slice(0, 2)}`)
}

/** What a row says in a column. */
const reading = (headings: string[], cells: string[]) => (name: string) =>
  cells[headings.findIndex((heading) => heading.toLowerCase().replaceAll(/[\s_-]/g, '') === name)]?.trim() ?? ''

test('of 10,000 mutated files none throws, and no order has a wrong amount or lacks a row', async () => {
  let orders = 0
  let rejected = 0
  await fc.assert(
    fc.asyncProperty(mutations, async (changes) => {
      const text = changes.reduce((before, change) => change(before), SHOPIFY_ORDERS)
      const read = await rowsOf(text)
      if (!read) return
      const { rows, count, headings } = read
      assert.equal(rows.flatMap(({ records }) => records).length, count, 'each row is in one object')
      const valid = rows.filter(({ issues }) => issues.length === 0)
      orders += valid.length
      rejected += rows.length - valid.length
      for (const { text: json, records } of valid) {
        const order = JSON.parse(json)
        const cells = records.map((record) => reading(headings, record.cells))
        assert.ok(
          cells.every((cell) => cell('name').replace(/^'/, '') === order.number),
          text,
        )
        const others = rows.filter((row) => row.records !== records)
        assert.ok(
          !others.some((row) =>
            row.records.some((record) => reading(headings, record.cells)('name') === cells[0]?.('name')),
          ),
          'no row of the order is elsewhere',
        )
        const first = (name: string) => cells.map((cell) => cell(name)).find((cell) => cell !== '') ?? ''
        assert.equal(order.total, cents(first('total')), text)
        if (first('shipping') !== '') assert.equal(order.shippingTotal, cents(first('shipping')))
        const lines = cells.filter(
          (cell) => cell('lineitemname') + cell('lineitemquantity') + cell('lineitemprice') !== '',
        )
        assert.equal(order.items?.length ?? 0, lines.length)
        for (const [index, cell] of lines.entries()) {
          if (cell('lineitemprice') !== '') assert.equal(order.items[index].unitPrice, cents(cell('lineitemprice')))
        }
      }
    }),
    { numRuns: 10_000 },
  )
  assert.ok(orders > 10_000 && rejected > 1_000, `${orders} orders, ${rejected} rejected`)
})
