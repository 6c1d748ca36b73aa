import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Statement } from '../../src/store/store.ts'
import { tempFolder } from '../support/server.ts'

async function opened(t: TestContext) {
  const store = await openStore(join(await tempFolder(t), 'shop.db'), { create: true })
  t.after(() => store.close())
  return store
}

/** Returns rows for longer than any test waits. */
const ENDLESS = {
  sql: 'WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers) SELECT number FROM numbers',
  values: [],
}
const rowOf = (at: number, id: string) => ({ sql: 'SELECT ? AS at, ? AS id', values: [at, id] })

test('a slow read ends at its time limit with the rows that it has found', async (t) => {
  const store = await opened(t)
  const { rows, isComplete } = await store.readSlowly<{ number: number }>('w', ENDLESS, { limitMs: 1 })
  assert.equal(isComplete, false)
  assert.equal(rows[0]?.number, 1)
  assert.deepEqual((await store.readSlowly('w', rowOf(1, 'a'))).rows, [{ at: 1, id: 'a' }])
})

test('several statements are read until enough rows differ', async (t) => {
  const store = await opened(t)
  const statements = [rowOf(1, 'a'), rowOf(1, 'a'), rowOf(2, 'a'), rowOf(3, 'a')]
  const read = (rows: number) => store.readSlowly('w', statements, { enough: { rows, columns: ['at', 'id'] } })
  assert.equal((await read(1)).rows.length, 1)
  assert.equal((await read(2)).rows.length, 3)
  assert.equal((await read(9)).rows.length, 4)
  assert.equal((await read(2)).isComplete, true)
  assert.equal((await store.readSlowly('w', [rowOf(1, 'a'), ENDLESS, rowOf(2, 'a')], { limitMs: 1 })).isComplete, false)
})

test('a first statement that finds rows replaces the others', async (t) => {
  const store = await opened(t)
  const read = (statement: Statement) =>
    store.readSlowly('w', [rowOf(1, 'a')], { first: { statement, ifFound: [rowOf(2, 'b')] } })
  const nothing = { sql: 'SELECT 0 AS at, 0 AS id WHERE FALSE', values: [] }
  for (let time = 0; time < 2; time++) {
    const [with0, without] = [await read(rowOf(0, 'x')), await read(nothing)]
    assert.deepEqual([with0.first, with0.rows], [[{ at: 0, id: 'x' }], [{ at: 2, id: 'b' }]])
    assert.deepEqual([without.first, without.rows], [[], [{ at: 1, id: 'a' }]])
  }
})

test('one text may be read first and again instead of the others', async (t) => {
  const store = await opened(t)
  const { first, rows } = await store.readSlowly('w', [], {
    first: { statement: rowOf(1, 'a'), ifFound: [rowOf(2, 'b')] },
  })
  assert.deepEqual([first, rows], [[{ at: 1, id: 'a' }], [{ at: 2, id: 'b' }]])
})

test('sixteen slow reads of a workspace wait, one more is rejected, and another workspace has its turn', async (t) => {
  const store = await opened(t)
  const read = (workspaceId: string) => store.readSlowly(workspaceId, rowOf(1, 'a'))
  const accepted = Array.from({ length: 17 }, () => read('one'))
  await assert.rejects(read('one'), { code: 'SERVICE_UNAVAILABLE' })
  await read('other')
  assert.equal((await Promise.all(accepted)).length, 17)
})

test('a slow read cannot write', async (t) => {
  const store = await opened(t)
  await assert.rejects(store.readSlowly('w', { sql: 'DELETE FROM workspaces RETURNING id', values: [] }))
})
