import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { fc } from '../support/properties.ts'
import { tempFolder } from '../support/server.ts'

/** A store, what its listener heard of each commit, and how many works each commit had. */
async function tempStore(t: TestContext): Promise<{ store: Store; heard: string[][]; commits: number[] }> {
  const commits: number[] = []
  const heard: string[][] = []
  const onCommit = (works: number) => void commits.push(works)
  const store = await openStore(join(await tempFolder(t), 'store.db'), { create: true, onCommit })
  t.after(() => store.close())
  store.onChanged((ids) => void heard.push([...ids]))
  return { store, heard, commits }
}

const note = (id: string) =>
  ['INSERT INTO workspaces (id, name, plan, test, created_at) VALUES (?, ?, ?, 0, 0)', id, id, 'scale'] as const
const ids = async (store: Store) =>
  (await store.read.all<{ id: string }>('SELECT id FROM workspaces ORDER BY id')).map(({ id }) => id)

const outcomes = async (works: Promise<unknown>[]) =>
  (await Promise.allSettled(works)).map((result) =>
    result.status === 'fulfilled' ? result.value : result.reason.message,
  )

for (const verb of ['write', 'writeInBackground'] as const) {
  test(`${verb}: if one work of a group throws, the others run again, and each outcome is that of the committed run`, async (t) => {
    const { store, commits } = await tempStore(t)
    const runs = { a: 0, b: 0, c: 0 }
    const work = (id: keyof typeof runs, throws: boolean) =>
      store[verb](async (tx) => {
        const run = ++runs[id]
        await tx.run(...note(id))
        if (throws) throw new Error(`${id} will not, run ${run}`)
        return `${id}, run ${run}`
      })
    assert.deepEqual(await outcomes([work('a', false), work('b', true), work('c', false)]), [
      'a, run 2',
      'b will not, run 2',
      'c, run 1',
    ])
    assert.deepEqual(await ids(store), ['a', 'c'])
    assert.deepEqual(commits, [3])
  })
}

test('announcements of works that run again are dropped', async (t) => {
  const { store, heard } = await tempStore(t)
  let run = 0
  const works = [
    store.write(async (tx) => void tx.changed(`run ${++run}`)),
    store.write(async () => {
      if (run === 1) throw new Error('not at first')
    }),
  ]
  assert.deepEqual(await outcomes(works), [undefined, undefined])
  assert.deepEqual(heard, [['run 2']])
})

test('a work that throws alone runs once, and so do works beside one that throws again and again', async (t) => {
  const { store } = await tempStore(t)
  let alone = 0
  const failing = store.write(async () => {
    alone++
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.equal(alone, 1)
  let runs = 0
  const group = () =>
    outcomes([
      store.write(async () => void runs++),
      store.write(async () => {
        throw new Error('no')
      }),
    ])
  for (let round = 0; round < 33; round++) assert.deepEqual(await group(), [undefined, 'no'])
  assert.equal(runs, 34)
})

test('whichever works of a group throw, the others are kept, in their order', async (t) => {
  const { store } = await tempStore(t)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 150 }), async (throwing) => {
      await store.write((tx) => tx.run('DELETE FROM workspaces'))
      const works = throwing.map((throws, index) =>
        store.write(
          async (tx) => {
            await tx.run(...note(String(index)))
            const row = await tx.get<{ count: number }>('SELECT count(*) AS count FROM workspaces')
            if (throws) throw new Error(`${index} will not`)
            return row?.count
          },
          index % 7 === 3 ? 'small' : 'full',
        ),
      )
      const kept = throwing.flatMap((throws, index) => (throws ? [] : [String(index)]))
      const results = await outcomes(works)
      for (const [index, throws] of throwing.entries())
        assert.equal(typeof results[index], throws ? 'string' : 'number', String(results[index]))
      const counts = results.filter((result) => typeof result === 'number').sort((a, b) => a - b)
      assert.deepEqual(
        counts,
        kept.map((_, index) => index + 1),
      )
      assert.deepEqual(await ids(store), kept.toSorted())
    }),
    { numRuns: 50 },
  )
})
