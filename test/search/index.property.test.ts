import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { wordsOf } from '../../src/lib/text.ts'
import { systemClock } from '../../src/lib/time.ts'
import { eraseObject } from '../../src/objects/erase.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push } from '../../src/objects/push.ts'
import type { PushedObject } from '../../src/objects/resource.ts'
import { askForRebuild } from '../../src/search/ask.ts'
import { searchedResources } from '../../src/search/indexed-types.ts'
import { searchWords } from '../../src/search/search.ts'
import { hooks } from '../../src/serve/features.ts'
import { startServing } from '../../src/serve/start.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { allParts } from '../../src/store/sqlite/text-index/match.ts'
import { indexTables, PARTS_TABLE } from '../../src/store/sqlite/text-index/tables.ts'
import type { Store } from '../../src/store/store.ts'
import { fc } from '../support/properties.ts'
import { indexed } from '../support/searching.ts'
import { owner, tempFolder, testServices } from '../support/server.ts'

const WORDS = ['scarf', 'Schal', 'Wollschal', 'Łódź', 'Größe', 'niño', 'red']
/** Ids that only differ in case. */
const IDS = ['a', 'A', 'b', 'ab', 'Ab']
const NAMES = ['one', 'two']

type Fields = Record<string, unknown>
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((words) => words.join(' '))
/** Fields of each type, for its names and its body or marks. */
const FIELDS: Record<string, (names: string, others: string) => Fields> = {
  products: (title, description) => ({ title, description }),
  articles: (title, body) => ({ title, body }),
  customers: (name, city) => ({ name, addresses: [{ city }] }),
  tickets: (subject, body) => ({ subject, messages: [{ id: 'm', createdAt: 1, author: { type: 'customer' }, body }] }),
}
const type = fc.constantFrom(...searchedResources)
const place = { workspace: fc.constantFrom(...NAMES), type, id: fc.constantFrom(...IDS) }
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('push' as const), ...place, names: text, others: text }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('erase' as const), ...place }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'wait' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'crash' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'rebuild' as const }) },
)

/** A server that is started again without having indexed everything, after a crash on what its disk had then. */
async function world(t: TestContext) {
  const folder = await tempFolder(t)
  let lives = 0
  const fileOf = (life: number) => join(folder, `search-${life}.db`)
  const start = async () => {
    const store = await openStore(fileOf(lives), { create: true, serving: true })
    const server = await startServing(testServices(store, systemClock), { host: '127.0.0.1', port: 0, graceMs: 0 })
    return { store, server }
  }
  let now = await start()
  const stop = async () => {
    await now.server.stop()
    await now.store.close()
  }
  const workspaces = await now.store.write(async (tx) => {
    const made = NAMES.map((name) =>
      createWorkspace(tx, owner, { name, plan: 'scale', test: false }, systemClock.now()),
    )
    return Promise.all(made)
  })
  const idOf = (name: string) => workspaces.find((workspace) => workspace.name === name)?.id ?? assert.fail()
  return {
    store: () => now.store,
    idOf,
    wake: () => now.server.wake(),
    stop,
    restart: async () => {
      await stop()
      now = await start()
    },
    crash: async () => {
      const [from, to] = [fileOf(lives), fileOf(lives + 1)]
      // Within a write nothing else is committed. The log first: a checkpoint may move its pages into the file meanwhile.
      await now.store.write(async () => {
        for (const suffix of ['-wal', '']) copyFileSync(from + suffix, to + suffix)
      })
      await stop()
      lives++
      now = await start()
    },
  }
}

/** What matches a word in each column of a table. */
function matchesOf(table: string, word: string): string[] {
  if (table === PARTS_TABLE) return [allParts([word])]
  return ['names', 'marks', 'body'].map((column) => `${column} : "${word}"`)
}

/** The rows of each word in each table of the index, as the objects that they stand for. */
async function contents(store: Store): Promise<string[]> {
  const lines: string[] = []
  for (const table of indexTables)
    for (const word of new Set(WORDS.flatMap(wordsOf)))
      for (const match of matchesOf(table, word)) {
        const rows = await store.read.all<{ workspace_id: string; resource: string; resource_id: string }>(
          `SELECT workspace_id, resource, resource_id FROM ${table} JOIN search_rows ON row = ${table}.rowid
           JOIN search_spaces ON number = space WHERE ${table} MATCH ?`,
          match,
        )
        for (const row of rows) lines.push([table, match, row.workspace_id, row.resource, row.resource_id].join(' '))
      }
  for (const table of indexTables) {
    const stray = await store.read.all(`SELECT rowid FROM ${table} WHERE rowid NOT IN (SELECT row FROM search_rows)`)
    assert.deepEqual(stray, [], `rows of ${table} without an object`)
  }
  return lines.sort()
}

test('after pushes, erasures, restarts, crashes and rebuilds in any order the index equals one built from nothing, and keeps workspaces apart', async (t) => {
  const run = async (steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
    const { store, idOf, wake, stop, restart, crash } = await world(t)
    /** What an object must be found by. */
    const expected = new Map<string, Set<string>>()
    let time = 1
    try {
      for (const one of steps) {
        if (one.kind === 'wait') await indexed({ store: store() })
        else if (one.kind === 'restart') await restart()
        else if (one.kind === 'crash') await crash()
        else if (one.kind === 'rebuild') {
          await store().write((tx) => askForRebuild(tx, systemClock.now()))
          wake()
        } else {
          const workspaceId = idOf(one.workspace)
          const key = `${one.workspace} ${one.type.name} ${one.id}`
          if (one.kind === 'erase') {
            const erased = { workspaceId, actor: owner, id: one.id }
            await store()
              .write((tx) => eraseObject(tx, { resource: one.type, hooks }, erased, systemClock.now()))
              .catch((error) => assert.equal(expected.has(key), false, error))
            wake()
            expected.delete(key)
          } else {
            const fields = FIELDS[one.type.name]?.(one.names, one.others)
            const object: PushedObject = { id: one.id, updatedAt: time++, ...fields }
            const pushed = { resource: one.type, workspaceId, hooks }
            await store().write((tx) => push(tx, pushed, [prepare(one.type, object)], systemClock.now()))
            expected.set(key, new Set(wordsOf(`${one.names} ${one.others}`)))
          }
        }
      }
      await indexed({ store: store() })
      for (const workspace of NAMES)
        for (const word of WORDS) {
          const resources = searchedResources
          const named = { sql: 'SELECT 1 WHERE FALSE', values: [] }
          const asked = { workspaceId: idOf(workspace), text: word, resources, most: 50, named }
          const { hits } = await searchWords(store(), asked)
          const found = hits
            .filter(({ stage }) => stage === 0)
            .map(({ resource, id }) => `${workspace} ${resource.name} ${id}`)
          const wanted = [...expected].filter(
            ([key, words]) => key.startsWith(`${workspace} `) && wordsOf(word).every((each) => words.has(each)),
          )
          assert.deepEqual(found.sort(), wanted.map(([key]) => key).sort(), `${word} in ${workspace}`)
        }
      const before = await contents(store())
      await store().write((tx) => askForRebuild(tx, systemClock.now()))
      wake()
      await indexed({ store: store() })
      assert.deepEqual(before, await contents(store()))
    } finally {
      await stop()
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), run), { numRuns: 6 })
})
