import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roles } from '../../src/access/actor.ts'
import { menu } from '../../src/console/pages/texts/en/menu.ts'
import { rowsOf, source } from '../support/documents.ts'

/** Texts of the menu that name no page. */
const NO_PAGE = [
  ...['waiting', 'notice', 'shop', 'settings'],
  ...['find', 'more', 'main', 'skip', 'signOut', 'workspace', 'test'],
]

test('the table of pages has every page of the console', () => {
  const written = rowsOf(source('docs/console.md'), 'Page').map(([name]) => name)
  const named = Object.entries(menu).flatMap(([key, title]) => (NO_PAGE.includes(key) ? [] : [title]))
  assert.deepEqual(written.sort(), named.sort())
})

test('the table of roles has every role, and chats among what agents do', () => {
  const rows = rowsOf(source('docs/members.md'), 'Role').map(
    ([role = '', may]) => [role.replaceAll('`', ''), may] as const,
  )
  assert.deepEqual(rows.map(([role]) => role).sort(), [...roles].sort())
  assert.match(Object.fromEntries(rows).agent ?? '', /answer chats/)
})
