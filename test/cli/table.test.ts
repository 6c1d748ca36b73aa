import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import stringWidth from 'string-width'
import { cut, fitted, spare, totalOf, widthsOf } from '../../src/cli/kit/table.ts'
import { storewire } from '../support/process.ts'
import { fc } from '../support/properties.ts'
import { tempFolder } from '../support/server.ts'
import { noTerminal, onTerminal } from '../support/terminal.ts'

const ID = 'key_0VbgLDzC0001ApUR0ZUonxi'
const titles = (table: { columns: { title: string }[] }) => table.columns.map(({ title }) => title)

test('a table that is too wide first cuts text, then omits the last columns, and never an id', () => {
  const table = {
    columns: [{ title: 'ID' }, cut('NAME'), spare('CREATED'), spare('LAST USED')],
    rows: [[ID, 'a name that is quite a bit too long', '2026-03-01T09:30Z', '2026-03-01T09:31Z']],
  }
  const at = (width: number) => fitted(table, width, stringWidth)
  assert.deepEqual(at(200), table)
  assert.deepEqual(titles(at(100)), ['ID', 'NAME', 'CREATED', 'LAST USED'])
  assert.deepEqual(at(100).rows, [[ID, 'a name that is quite a bit too l…', '2026-03-01T09:30Z', '2026-03-01T09:31Z']])
  assert.deepEqual(titles(at(80)), ['ID', 'NAME', 'CREATED'])
  assert.deepEqual(titles(at(60)), ['ID', 'NAME'])
  assert.deepEqual(at(37).rows, [[ID, 'a name…']])
  assert.deepEqual(at(10).rows, [[ID, 'a name…']])
})

test('a table fits whenever its columns that cannot be cut fit', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 60 })
  const rows = fc.array(fc.tuple(fc.constant(ID), cell, cell, cell), { maxLength: 5 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 50, max: 200 }), (rows, width) => {
      const table = { columns: [{ title: 'ID' }, cut('A'), spare('B'), cut('C')], rows }
      const found = fitted(table, width, stringWidth)
      assert.ok(totalOf(widthsOf(found, stringWidth)) <= width)
      assert.equal(found.rows.length, rows.length)
      for (const row of found.rows) assert.equal(row[0], ID)
    }),
  )
})

test('on a terminal tables fit 80 columns, and --wide or a pipe shows everything', { skip: noTerminal }, async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const name = 'the backend of the shop, which pushes every change as it happens'
  await storewire(['workspaces', 'create', 'shop', '--db', db])
  await storewire(['keys', 'create', '--name', name, '--db', db])
  const env = { NO_COLOR: '1' }
  const narrow = await onTerminal(['keys', 'list', '--db', db], env)
  for (const line of narrow.split('\n')) assert.ok(stringWidth(line) <= 80, line)
  assert.match(narrow, /^ID +NAME +KEY +LAST USED +STATE\n/)
  assert.match(narrow, /\nkey_\w+ +the .*… +sk_\w{5}…\w{4} +never +active\n/)
  assert.match(narrow, /\nShortened to fit the terminal: --wide shows everything\.\n/)
  const whole =
    /^ID +KIND +NAME +KEY +CREATED +LAST USED +STATE\n(?:key_.*\n){2}key_\w+ +secret +the backend .* as it happens +sk_.*\n\nPublishable keys, which may be public:\n {2}key_\w+ {2}pk_\w+\n$/
  assert.match(await onTerminal(['keys', 'list', '--wide', '--db', db], env), whole)
  assert.match(await onTerminal(['--wide', 'keys', 'list', '--db', db], env), whole)
  assert.match((await storewire(['keys', 'list', '--db', db])).stdout, whole)
})
