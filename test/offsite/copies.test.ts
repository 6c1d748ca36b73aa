import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openBucket } from '../../src/offsite/bucket.ts'
import { listCopies, storeCopy } from '../../src/offsite/copies.ts'
import { parsePlace, parseService } from '../../src/offsite/place.ts'
import { ACCESS, startBucketServer } from '../support/bucket-server.ts'
import { tempFolder } from '../support/server.ts'

const KEY = Buffer.alloc(32, 7)
const [OURS, THEIRS] = ['ins_1ours', 'ins_2theirs']
const DAY = 86_400_000

async function world(t: TestContext, signal?: AbortSignal) {
  const service = await startBucketServer(t)
  const bucket = await openBucket(
    parsePlace('s3://backups/shop'),
    { service: parseService(service.url), region: 'us-east-1', ...ACCESS },
    { wait: async () => {}, signal },
  )
  const file = join(await tempFolder(t), 'copy.db')
  const bytes = randomBytes(10_000)
  writeFileSync(file, bytes)
  const backup = { file, sha256: createHash('sha256').update(bytes).digest('hex') }
  const store = (now: number, installation = OURS, keep?: number) =>
    storeCopy(bucket, backup, { key: KEY, installation, now, keep })
  return { service, bucket, store, backup }
}

test('of a place that installations share, each deletes its own oldest copies alone', async (t) => {
  const { service, bucket, store } = await world(t)
  const start = Date.parse('2026-03-01T03:00:00Z')
  await store(start, THEIRS)
  service.objects.set('shop/notes.txt', Buffer.from('x'))
  service.objects.set(`shop/storewire-${OURS}-old.db.enc`, Buffer.from('not by this program'))
  for (const day of [0, 1, 2]) await store(start + day * DAY)
  const { copy, removed } = await store(start + 3 * DAY, OURS, 2)
  assert.equal(copy.name, `storewire-${OURS}-2026-03-04T03-00-00Z.db.enc`)
  assert.deepEqual(
    removed.sort(),
    [1, 2].map((day) => `storewire-${OURS}-2026-03-0${day}T03-00-00Z.db.enc`),
  )
  assert.deepEqual(
    (await listCopies(bucket)).map(({ name }) => name),
    [
      `storewire-${OURS}-2026-03-04T03-00-00Z.db.enc`,
      `storewire-${OURS}-2026-03-03T03-00-00Z.db.enc`,
      `storewire-${THEIRS}-2026-03-01T03-00-00Z.db.enc`,
    ],
  )
  assert.ok(service.objects.has('shop/notes.txt') && service.objects.has(`shop/storewire-${OURS}-old.db.enc`))
})

test('a second copy in the same second has another name', async (t) => {
  const { store } = await world(t)
  const first = await store(1_000)
  const second = await store(1_000)
  assert.notEqual(first.copy.name, second.copy.name)
})

test('older copies stay if the new one cannot be read back as it was', async (t) => {
  const { service, bucket, store } = await world(t)
  await store(DAY)
  const kept = [...service.objects.keys()]
  service.fault = (method, url) => {
    const key = decodeURIComponent(url.pathname.slice('/backups/'.length))
    const stored = service.objects.get(key)
    // The service alters what it has.
    if (method === 'GET' && stored && !kept.includes(key)) stored[stored.length - 1] = (stored.at(-1) ?? 0) ^ 1
    return undefined
  }
  await assert.rejects(store(2 * DAY, OURS, 1), /changed or cut|does not open/)
  assert.deepEqual([...service.objects.keys()], kept, 'what cannot be read is not kept as a copy')
  service.fault = (method) => (method === 'GET' ? 'drop' : undefined)
  await assert.rejects(store(3 * DAY, OURS, 1), /cannot be reached/)
  service.fault = () => undefined
  assert.equal((await listCopies(bucket)).length, 1)
})

test('a copy that nobody has read back does not stay, after a stop or a lost answer', async (t) => {
  const stopping = new AbortController()
  const { service, bucket, store } = await world(t, stopping.signal)
  await store(DAY)
  const kept = [...service.objects.keys()]
  service.fault = (method) => (method === 'PUT' ? 'lost' : undefined)
  await assert.rejects(store(2 * DAY, OURS, 1), /cannot be reached/)
  assert.deepEqual([...service.objects.keys()], kept)
  service.fault = (method, url) => {
    if (method === 'GET' && url.pathname.endsWith('.enc')) stopping.abort(new Error('stopped'))
    return undefined
  }
  await assert.rejects(store(3 * DAY, OURS, 1), /stopped/)
  assert.deepEqual([...service.objects.keys()], kept)
  await assert.rejects(listCopies(bucket), /stopped/)
})

test('of more copies than are listed the newest is not guessed', async (t) => {
  const { service, bucket, store } = await world(t)
  for (let number = 0; number < 10_001; number++)
    service.objects.set(`shop/storewire-${OURS}-2026-03-01T03-00-00Z-${number}.db.enc`, Buffer.alloc(1))
  await assert.rejects(listCopies(bucket), /more than 10000 copies.*: name the copy, or delete older ones/)
  const { copy } = await store(Date.parse('2026-03-02T03:00:00Z'))
  assert.equal(copy.name, `storewire-${OURS}-2026-03-02T03-00-00Z.db.enc`)
})

test('no readable byte of the database leaves the machine', async (t) => {
  const { service, bucket, backup } = await world(t)
  writeFileSync(backup.file, 'ada@shop.example'.repeat(10_000))
  const sha256 = createHash('sha256').update('ada@shop.example'.repeat(10_000)).digest('hex')
  await storeCopy(bucket, { file: backup.file, sha256 }, { key: KEY, installation: OURS, now: DAY })
  for (const bytes of service.objects.values()) assert.equal(bytes.includes('shop.example'), false)
})
