import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { fc } from '../support/properties.ts'
import { tempFolder } from '../support/server.ts'

/** A store, and of each commit the kinds of its works in their order. */
async function tempStore(t: TestContext): Promise<{ store: Store; groups: string[][]; run: Run }> {
  const groups: string[][] = []
  let works: string[] = []
  const onCommit = () => {
    groups.push(works)
    works = []
  }
  const store = await openStore(join(await tempFolder(t), 'store.db'), { create: true, onCommit })
  t.after(() => store.close())
  const run: Run = (kind) => store.write(async () => void works.push(kind), kind === 'chat' ? 'small' : 'full')
  return { store, groups, run }
}

type Kind = 'push' | 'chat'
type Run = (kind: Kind) => Promise<void>

test('a push behind hundreds of chat messages is in the first commit, and all messages are committed', async (t) => {
  const { groups, run } = await tempStore(t)
  await Promise.all([...Array.from({ length: 300 }, () => run('chat')), run('push')])
  assert.deepEqual(groups[0], ['push', 'chat'])
  assert.equal(groups.flat().length, 301)
})

test('alone, works with a small share still leave room in each commit', async (t) => {
  const { groups, run } = await tempStore(t)
  await Promise.all(Array.from({ length: 30 }, () => run('chat')))
  assert.deepEqual(
    groups.map(({ length }) => length),
    [12, 12, 6],
  )
})

test('works with a small share take at most a fifth of a commit, but always one, and keep their order', async (t) => {
  const { store, groups } = await tempStore(t)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom<Kind>('push', 'chat'), { maxLength: 200 }), async (kinds) => {
      groups.length = 0
      const done: { kind: Kind; index: number; group: number }[] = []
      await Promise.all(
        kinds.map((kind, index) =>
          store.write(
            async () => void done.push({ kind, index, group: groups.length }),
            kind === 'chat' ? 'small' : 'full',
          ),
        ),
      )
      const commits = [...Map.groupBy(done, ({ group }) => group).values()]
      for (const [at, commit] of commits.entries()) {
        const chats = commit.filter(({ kind }) => kind === 'chat').length
        const pushes = commit.length - chats
        const wait = commits.slice(at).some((later) => later.some(({ kind }) => kind === 'chat'))
        assert.ok(commit.length <= 64 && (chats <= 1 || chats * 5 <= (pushes > 0 ? commit.length : 64)))
        assert.ok(!wait || chats > 0, 'chat messages wait and none is taken')
      }
      for (const kind of ['push', 'chat'] as const) {
        const order = done.filter((work) => work.kind === kind).map(({ index }) => index)
        assert.deepEqual(
          order,
          order.toSorted((a, b) => a - b),
        )
        assert.equal(order.length, kinds.filter((each) => each === kind).length)
      }
    }),
    { numRuns: 50 },
  )
})

test('a work with a small share does not wait while the background pauses', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const { store } = await tempStore(t)
  await store.write(async () => {})
  const order: string[] = []
  const slow = store.writeInBackground(async () => {
    now += 50
    order.push('first')
  })
  const second = store.writeInBackground(async () => void order.push('second'))
  await slow
  await store.write(async () => void order.push('chat'), 'small')
  await second
  assert.deepEqual(order, ['first', 'chat', 'second'])
})

test('a listener of a store gets the changed workspaces of a commit, and none of a failed one', async (t) => {
  const { store } = await tempStore(t)
  const heard: string[][] = []
  const end = store.onChanged((ids) => void heard.push([...ids]))
  await store.write(async () => {})
  assert.deepEqual(heard, [])
  await Promise.all([
    store.write(async (tx) => tx.changed('a')),
    store.write(async (tx) => tx.changed('b')),
    store.write(async (tx) => tx.changed('a')),
  ])
  assert.deepEqual(heard, [['a', 'b']])
  const lost = store.write(async (tx) => {
    tx.changed('lost')
    throw new Error('undone')
  })
  await assert.rejects(lost, /undone/)
  await store.writeInBackground(async (tx) => tx.changed('c'))
  end()
  await store.write(async (tx) => tx.changed('d'))
  assert.deepEqual(heard, [['a', 'b'], ['c']])
})
