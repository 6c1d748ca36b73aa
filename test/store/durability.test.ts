import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { pushThroughKills } from '../support/crashing-pushes.ts'
import { assertError } from '../support/errors.ts'
import { order } from '../support/objects.ts'
import { startProcess } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'

type Client = ReturnType<typeof client>

const OBJECTS_A_CALL = 10

async function serve(t: TestContext, db: string) {
  const server = await startProcess(t, ['--db', db, '--rate-limits', 'off'])
  return { ...server, key: /sk_\w+/.exec(server.output())?.[0] ?? '' }
}

/** The orders of one call: every object of it is kept, or none. */
const call = (name: string, note = '') =>
  Array.from({ length: OBJECTS_A_CALL }, (_, index) => order({ id: `${name}-${index}`, note }))

/** How many objects of each call are stored. */
async function storedCalls(api: Client): Promise<Map<string, number>> {
  const calls = new Map<string, number>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await api.call('GET', `/orders?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    for (const { id } of body.data as { id: string }[]) {
      const name = id.replace(/-\d+$/, '')
      calls.set(name, (calls.get(name) ?? 0) + 1)
    }
    cursor = body.nextCursor
  }
  return calls
}

function integrity(file: string): unknown {
  const db = new Database(file)
  try {
    return db.pragma('integrity_check', { simple: true })
  } finally {
    db.close()
  }
}

test('everything acknowledged before a kill -9 is there after it, complete, and the file is sound', async (t) => {
  const report = await pushThroughKills(join(await tempFolder(t), 'shop.db'), 5)
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.kills, 5)
  assert.ok(report.acknowledgedCalls > 0)
})

test('on a full disk pushes are a 503 and reads continue; everything acknowledged stays, and with room pushes work again', async (t) => {
  const disk = smallDisk(t, 4)
  if (!disk) return t.skip('mounting a small file system needs root')
  const db = join(disk.folder, 'shop.db')
  const { baseUrl, key, stop } = await serve(t, db)
  const api = client(baseUrl, key)
  const acknowledged: string[] = []
  const push = async (name: string) => {
    const answer = await api.call('POST', '/orders', { json: { data: call(name, 'x'.repeat(2_000)) } })
    if (answer.status === 200) acknowledged.push(name)
    return answer
  }
  let answer = await push('call0')
  for (let index = 1; answer.status === 200; index++) answer = await push(`call${index}`)
  assertError(answer, 503, 'SERVICE_UNAVAILABLE')
  assert.deepEqual(answer.body.data, {})
  assert.match(answer.body.message, /disk .* full/)
  assert.ok(acknowledged.length > 10)

  const whole = async () => {
    const calls = await storedCalls(api)
    assert.deepEqual([...calls.keys()].sort(), [...acknowledged].sort())
    for (const [name, count] of calls) assert.equal(count, OBJECTS_A_CALL, `${name} is there in part`)
  }
  await whole()
  disk.resize(64)
  assert.equal((await push('with room')).status, 200)
  await whole()
  assert.equal(await stop(), 0)
  assert.equal(integrity(db), 'ok')
})
