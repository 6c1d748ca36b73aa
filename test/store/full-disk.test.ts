import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileSizes } from '../../src/store/sqlite/files.ts'
import { browser, PASSWORD } from '../support/console.ts'
import { order } from '../support/objects.ts'
import { startProcess, storewire } from '../support/process.ts'
import { type Api, client } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'

const BATCH = 200

test('while the disk is full pushes are a 503, nothing acknowledged is lost, and an import continues when there is room', async (t) => {
  const disk = smallDisk(t, 6)
  if (!disk) return t.skip('mounting a small file system needs root')
  const { baseUrl, output } = await startProcess(t, ['--db', join(disk.folder, 'shop.db'), '--rate-limits', 'off'])
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  const { id: backfillId } = (await api.call('POST', '/backfills')).body
  let accepted = 0
  let refused = await api.call('GET', '/ping')
  while (refused.status !== 503) {
    const data = Array.from({ length: BATCH }, (_, index) =>
      order({ id: `o${accepted}-${index}`, note: 'x'.repeat(400) }),
    )
    refused = await api.call('POST', '/orders/bulk', { json: { data, backfillId } })
    if (refused.status === 202) accepted++
  }
  assert.equal(refused.body.code, 'SERVICE_UNAVAILABLE')
  assert.match(refused.body.message, /disk of the database is full/)
  assert.ok(accepted > 0)

  // The server stays up: it answers reads, and says that it is not ready for more.
  assert.equal((await api.call('GET', `/backfills/${backfillId}`)).body.received, accepted * BATCH)
  assert.equal((await api.call('GET', '/../../healthz')).status, 200)

  disk.resize(64)
  while ((await api.call('GET', '/../../readyz')).status !== 200) await sleep(20)
  assert.equal((await api.call('POST', `/backfills/${backfillId}/close`)).status, 200)
  for (;;) {
    const { body } = await api.call('GET', `/backfills/${backfillId}`)
    if (body.status === 'done') {
      assert.deepEqual(body.results, { created: accepted * BATCH, updated: 0, stale: 0 })
      break
    }
    assert.equal(body.status, 'closed')
    await sleep(20)
  }
  assert.equal((await api.push('orders', [order({ id: 'after' })])).results[0]?.status, 'created')
})

test('the log does not fill a small disk: the same orders can be pushed endlessly', async (t) => {
  const disk = smallDisk(t, 8)
  if (!disk) return t.skip('mounting a small file system needs root')
  const file = join(disk.folder, 'shop.db')
  const { baseUrl, output } = await startProcess(t, ['--db', file, '--rate-limits', 'off'])
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  let longest = 0
  // Some 30 MB for the log, of which a few are in use at the end.
  for (let updatedAt = 1; updatedAt <= 300; updatedAt++) {
    const data = Array.from({ length: 10 }, (_, index) =>
      order({ id: `o${index}`, updatedAt, note: String(updatedAt % 10).repeat(4_000) }),
    )
    assert.equal((await api.call('POST', '/orders', { json: { data } })).status, 200, `call ${updatedAt}`)
    longest = Math.max(longest, fileSizes(file).wal)
  }
  t.diagnostic(`the log had up to ${longest} bytes`)
  assert.ok(longest < 4 * 1024 * 1024)
})

/** Pushes small orders until there is no room for one more. */
async function pushUntilFull(api: Pick<Api, 'call'>): Promise<void> {
  let status: number
  do {
    const pushed = await api.call('POST', '/orders', { json: { data: [order({ id: `o${randomUUID()}` })] } })
    status = pushed.status
  } while (status === 200)
  assert.equal(status, 503)
}

/** Writes a file until the disk has no room for more. */
function fill(file: string): void {
  const block = Buffer.alloc(4_096, 1)
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' })
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
  }
}

test('while the disk is full the right password is a 503, which costs no try', async (t) => {
  const disk = smallDisk(t, 8)
  if (!disk) return t.skip('mounting a small file system needs root')
  const file = join(disk.folder, 'shop.db')
  const server = await startProcess(t, ['--db', file])
  const api = client(server.baseUrl, /sk_\w+/.exec(server.output())?.[0] ?? '')
  const create = ['members', 'create', 'ada@shop.example', '--name', 'Ada', '--owner', '--password-stdin', '--db', file]
  assert.equal((await storewire(create, { input: PASSWORD })).code, 0)
  const page = browser(server)
  const signIn = () => page.post('/sign-in', { email: 'ada@shop.example', password: PASSWORD })
  const filler = join(disk.folder, 'filler')
  fill(filler)
  for (let refused = 0; refused < 6; ) {
    // The log has room from before, which a checkpoint may free again.
    await pushUntilFull(api)
    const { status, text } = await signIn()
    if (status === 503) refused++
    else assert.equal(status, 200, text)
  }
  rmSync(filler)
  let answer = await signIn()
  while (answer.status === 503) {
    await sleep(20)
    answer = await signIn()
  }
  assert.equal(answer.status, 200, answer.text)
})
