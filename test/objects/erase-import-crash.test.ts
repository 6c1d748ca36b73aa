import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '../../src/lib/time.ts'
import type { Backfill } from '../../src/objects/bulk/backfills.ts'
import { requestErasure } from '../../src/objects/bulk/erase-import.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { begin, call, end } from '../support/lives.ts'
import { tempFolder } from '../support/server.ts'
import { until } from '../support/until.ts'

const OBJECTS = 4_000
const owner = { name: 'test', origin: 'test', role: 'owner' } as const

test('an erasure of what an import has brought is completed, also if the server is killed in between', async (t) => {
  const file = join(await tempFolder(t), 'erasure.db')
  let life = await begin(file)
  t.after(() => life.child.kill('SIGKILL'))
  const key = life.secretKey ?? assert.fail('the first life has a key')
  const { id } = await call<Backfill>(life.url, key, 'POST', '/backfills')
  const backfill = () => call<Backfill>(life.url, key, 'GET', `/backfills/${id}`)
  for (let from = 0; from < OBJECTS; from += 1_000) {
    const data = Array.from({ length: 1_000 }, (_, index) => ({ id: `o${from + index}`, updatedAt: 1 }))
    await call(life.url, key, 'POST', '/orders/bulk', { backfillId: id, data })
  }
  await call(life.url, key, 'POST', `/backfills/${id}/close`)
  await until(async () => (await backfill()).status === 'done')

  const store = await openStore(file)
  const { workspaceId } = (await store.read.get<{ workspaceId: string }>(
    'SELECT workspace_id AS "workspaceId" FROM backfills',
  )) ?? { workspaceId: '' }
  await store.write((tx) => requestErasure(tx, owner, { workspaceId, id }, systemClock.now()))
  await store.close()
  let kills = 0
  let erased = 0
  for (let isOver = false; !isOver; ) {
    await until(async () => {
      const { erasure } = await backfill()
      isOver = erasure?.endedAt !== null
      return isOver || (erasure?.erased ?? 0) > erased
    })
    erased = (await backfill()).erasure?.erased ?? 0
    if (isOver || kills === 3) continue
    await end(life, 'SIGKILL')
    kills++
    life = await begin(file)
  }
  assert.ok(kills > 0)
  assert.equal((await backfill()).erasure?.erased, OBJECTS)
  assert.deepEqual((await call<{ data: unknown[] }>(life.url, key, 'GET', '/orders')).data, [])
})
