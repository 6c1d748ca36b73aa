import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { startServing } from '../../src/serve/start.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { addWorkspace, client, tempFolder, testClock, testServices } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

/** A server, and how to learn when writes have arrived at its store and when they were committed. */
async function startServer(t: TestContext) {
  const file = join(await tempFolder(t), 'test.db')
  const real = await openStore(file, { create: true, serving: true })
  const clock = testClock()
  const committed: string[] = []
  let asked = 0
  let arrived = () => {}
  const store: Store = {
    ...real,
    write: (work, share = 'full') => {
      asked++
      arrived()
      return real.write(work, share).finally(() => committed.push(share))
    },
  }
  const services = testServices(store, clock)
  const server = await startServing(services, { host: '127.0.0.1', port: 0, graceMs: 0 })
  t.after(async () => {
    await server.stop()
    await real.close()
  })
  const shop = await addWorkspace(real, 'shop', clock)
  const api = {
    ...services,
    clock,
    ...client(server.url, shop.key),
    baseUrl: server.url,
    file,
    workspaceId: shop.workspaceId,
  }
  /** Waits until the store was asked for so many writes from now on. */
  const writes = async (count: number) => {
    const until = asked + count
    while (asked < until) await new Promise<void>((resolve) => (arrived = resolve))
  }
  return { api, writes, committed }
}

test('a push does not wait behind the chat messages that came before it', async (t) => {
  const { api, writes, committed } = await startServer(t)
  const widget = await startWidget(api)
  const pages = [await widget.open(), await widget.open('c1')]
  // The first push also notes that its key was used.
  await api.push('orders', [{ id: 'o1', updatedAt: 1 }])
  const other = new Database(api.file)
  t.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  committed.length = 0
  const chat = writes(80)
  const answers = Array.from({ length: 80 }, (_, n) =>
    pages[n % 2]?.call('POST', '/messages', {
      json: { text: `${n}` },
      headers: n % 4 === 0 ? { 'idempotency-key': `${n}` } : {},
    }),
  )
  await chat
  const pushed = writes(1)
  const push = api.push('orders', [{ id: 'o1', updatedAt: 2 }])
  await pushed
  other.exec('COMMIT')
  await Promise.all([push, ...answers])
  // One commit may have been in progress, and in its own there are a few.
  const before = committed.indexOf('full')
  assert.ok(before >= 0 && before <= 2 * 12, `${before} messages came first`)
  assert.equal(committed.length, 81)
})

test('every write of a page has a small share of a commit', async (t) => {
  const { api, committed } = await startServer(t)
  const widget = await startWidget(api)
  // The first call with a key also notes that it was used.
  await Promise.all([api.push('orders', [{ id: 'o1', updatedAt: 1 }]), widget.open()])
  committed.length = 0
  const page = await widget.open()
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  await page.call('POST', '/refunds/act_none/confirm', { json: { amount: 1, currency: 'EUR' } })
  await page.call('POST', '/refunds/act_none/decline')
  await api.push('orders', [{ id: 'o1', updatedAt: 2 }])
  assert.deepEqual(committed, ['small', 'small', 'small', 'small', 'full'])
})
