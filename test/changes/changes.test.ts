import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { append } from '../../src/changes/append.ts'
import { startChanges } from '../../src/changes/changes.ts'
import { type Change, type ChangeReader, declareReaders } from '../../src/changes/readers.ts'
import { silentLog } from '../../src/lib/log.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { owner, tempFolder, testClock } from '../support/server.ts'
import { until } from '../support/until.ts'

const clock = testClock()
const chats = { name: 'chats', kinds: ['chat'] }
let names = 0

async function open(t: TestContext, readers: ChangeReader[]) {
  const file = join(await tempFolder(t), 'changes.db')
  const store = await openStore(file, { create: true, disposable: true })
  declareReaders(readers)
  const changes = startChanges({ store, clock, log: silentLog })
  t.after(async () => {
    await changes.stop()
    await store.close()
  })
  const newWorkspace = async () => {
    const made = { name: `w${names++}`, plan: 'scale', test: false } as const
    return (await store.write((tx) => createWorkspace(tx, owner, made, clock.now()))).id
  }
  return { file, store, changes, newWorkspace }
}

const write = (store: Store, workspaceId: string, kind: string, id = 'x') =>
  store.write((tx) => append(tx, { workspaceId, kind, ids: [id] }, clock.now()))
const idsOf = (changes: Change[]) => changes.flatMap(({ ids }) => ids)
const numbersOf = async (store: Store) =>
  (await store.read.all<{ number: number; kind: string }>('SELECT number, kind FROM changes ORDER BY number')).map(
    ({ number, kind }) => [number, kind],
  )

test('a live reader hears of each change of its kinds in the workspaces that it follows, from then on, in order', async (t) => {
  const { store, changes, newWorkspace } = await open(t, [chats, { name: 'all', kinds: ['chat', 'refund'] }])
  const [own, other] = [await newWorkspace(), await newWorkspace()]
  const heard: string[] = []
  const all: string[] = []
  const listening = changes.listen(chats, (workspaceId, its) => {
    for (const id of idsOf(its)) heard.push(`${workspaceId === own ? 'own' : 'other'} ${id}`)
  })
  const hearing = changes.listen({ name: 'all', kinds: ['chat', 'refund'] }, (_, its) => all.push(...idsOf(its)))
  await write(store, own, 'chat', 'before')
  await listening.follow(own)
  await hearing.follow(own)
  await write(store, own, 'refund', 'not a chat')
  const ids = Array.from({ length: 20 }, (_, index) => `m${index}`)
  for (const id of ids) {
    await write(store, own, 'chat', id)
    await write(store, other, 'chat', id)
  }
  await until(() => heard.length >= ids.length)
  assert.deepEqual(
    heard,
    ids.map((id) => `own ${id}`),
  )
  await until(() => all.length > ids.length)
  listening.leave(own)
  await write(store, own, 'chat', 'after')
  await until(() => all.includes('after'))
  assert.ok(!heard.includes('own after'))
  listening.end()
  hearing.end()
})

test('readers hear within a second what another process has written', async (t) => {
  const read: string[] = []
  const stored: ChangeReader = {
    name: 'stored',
    kinds: ['chat'],
    start: ({ store }) => ({
      do: async (batch) => {
        const { sql, values } = batch.moved()
        await store.write((tx) => tx.run(sql, ...values))
        read.push(...idsOf(batch.changes))
      },
      rebuild: async () => {},
    }),
  }
  const { file, store, changes, newWorkspace } = await open(t, [chats, stored])
  const workspaceId = await newWorkspace()
  const heard: string[] = []
  await changes.listen(chats, (_, its) => heard.push(...idsOf(its))).follow(workspaceId)
  // Another connection is what another process is to the database.
  const elsewhere = await openStore(file)
  t.after(() => elsewhere.close())
  const begun = performance.now()
  await write(elsewhere, workspaceId, 'chat', 'from the command line')
  await until(() => heard.length > 0 && read.length > 0)
  assert.deepEqual([heard, read], [['from the command line'], ['from the command line']])
  t.diagnostic(`${Math.round(performance.now() - begun)} ms`)
  await write(store, workspaceId, 'chat', 'own')
  await until(() => heard.includes('own') && read.includes('own'))
})

test('what all have read is deleted, except the number of the newest change', async (t) => {
  let isHeld = true
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow: ChangeReader = {
    name: 'slow',
    kinds: ['orders'],
    start: ({ store }) => ({
      do: async (batch) => {
        if (isHeld) await held
        const { sql, values } = batch.moved()
        await store.write((tx) => tx.run(sql, ...values))
      },
      rebuild: async () => {},
    }),
  }
  const { store, newWorkspace } = await open(t, [chats, slow])
  const workspaceId = await newWorkspace()
  for (const kind of ['chat', 'orders', 'chat']) await write(store, workspaceId, kind)
  const first = [
    [1, 'chat'],
    [2, 'orders'],
    [3, 'chat'],
  ]
  assert.deepEqual(await numbersOf(store), first)
  isHeld = false
  release()
  await until(async () => (await numbersOf(store)).length === 1)
  await until(async () => (await numbersOf(store))[0]?.[1] === '')
  assert.deepEqual(await numbersOf(store), [[3, '']])
  await write(store, workspaceId, 'chat')
  assert.equal((await numbersOf(store)).at(-1)?.[0], 4)
})
