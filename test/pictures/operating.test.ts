import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createKey } from '../../src/access/keys.ts'
import { systemClock } from '../../src/lib/time.ts'
import { bytesOf } from '../../src/pictures/pictures.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Reader } from '../../src/store/store.ts'
import { commandRunner } from '../support/commands.ts'
import { order } from '../support/objects.ts'
import { gif, jpeg } from '../support/pictures.ts'
import { startProcess, storewire } from '../support/process.ts'
import { client, owner, startServer, tempFolder } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'
import { type Page, startWidget } from '../support/widget.ts'

const MIB = 1024 * 1024
const runCommand = commandRunner()

const upload = (page: Pick<Page, 'call'>, body: Buffer) =>
  page.call('POST', '/pictures', { body, headers: { 'content-type': 'image/jpeg' } })

/** The bytes of all pictures that can be read, by id. */
async function readable(read: Reader): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {}
  for (const { id } of await read.all<{ id: string }>(`SELECT id FROM pictures WHERE state = 'whole'`)) {
    const parts: Uint8Array[] = []
    for await (const part of bytesOf(read, id)) parts.push(part)
    found[id] = Buffer.concat(parts)
  }
  return found
}

test('a disk that becomes full during an upload is a 503 that says so; nothing of the picture is visible, and later pushes and uploads work', async (t) => {
  const disk = smallDisk(t, 7)
  if (!disk) return t.skip('mounting a small file system needs root')
  const file = join(disk.folder, 'shop.db')
  const { baseUrl, output } = await startProcess(t, ['--db', file, '--rate-limits', 'off'])
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  const store = await openStore(file, { create: false })
  t.after(() => store.close())
  const { id: workspaceId = '' } = (await store.read.get<{ id: string }>('SELECT id FROM workspaces')) ?? {}
  const key = { workspaceId, kind: 'publishable', name: 'widget' } as const
  const { key: publishable } = await store.write((tx) => createKey(tx, owner, key, systemClock.now()))
  const session = await client(baseUrl, '').call('POST', '/widget/sessions', {
    json: {},
    headers: { 'x-service-key': publishable },
  })
  const page = client(`${baseUrl}/widget`, session.body.token)
  const [small, large] = [jpeg({ fill: 300_000 }), jpeg({ fill: 7 * MIB })]
  const { id } = (await upload(page, small)).body

  const refused = await upload(page, large)
  assert.deepEqual([refused.status, refused.body.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.match(refused.body.message, /disk of the database is full/)
  assert.deepEqual(await readable(store.read), { [id]: small })
  assert.equal((await page.call('GET', '/conversation')).status, 200)

  disk.resize(64)
  await until(async () => (await api.call('GET', '/../../readyz')).status === 200)
  assert.equal((await api.push('orders', [order({ id: 'after' })])).results[0]?.status, 'created')
  const again = await upload(page, large)
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(await readable(store.read), { [id]: small, [again.body.id]: large })
  assert.equal((await page.call('POST', '/messages', { json: { pictures: [again.body.id] } })).status, 200)
})

test('a backup has the pictures, and after a restore they have the same bytes', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open('c1')
  const files = [jpeg({ fill: 400_000 }), gif()]
  const ids: string[] = []
  for (const file of files) ids.push((await upload(page, file)).body.id)
  await page.call('POST', '/messages', { json: { pictures: ids } })
  const folder = await tempFolder(t)
  const [backup, restored] = [join(folder, 'backup.db'), join(folder, 'shop.db')]
  for (const args of [
    ['backup', backup, '--db', api.file],
    ['restore', backup, '--db', restored],
  ]) {
    const { code, stderr } = await storewire(args)
    assert.equal(code, 0, stderr)
  }
  const store = await openStore(restored, { create: false })
  t.after(() => store.close())
  assert.deepEqual(await readable(store.read), Object.fromEntries(ids.map((id, index) => [id, files[index]])))
  const [message] = await store.read.all<{ pictures: string }>(
    'SELECT pictures FROM messages WHERE pictures IS NOT NULL',
  )
  assert.deepEqual(
    JSON.parse(message?.pictures ?? '').map(({ id }: { id: string }) => id),
    ids,
  )
})

test('an export of a workspace has its pictures in parts, and the message of each', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open('c1')
  const photo = jpeg({ fill: 400_000 })
  const { id } = (await upload(page, photo)).body
  const message = (await page.call('POST', '/messages', { json: { pictures: [id] } })).body
  const folder = join(await tempFolder(t), 'export')
  const { code, stderr } = await runCommand(['workspaces', 'export', 'shop', folder, '--db', api.file])
  assert.equal(code, 0, stderr)
  const lines = async (name: string) =>
    (await readFile(join(folder, `${name}.ndjson`), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const [picture, ...others] = await lines('pictures')
  const { entryId, type, length, width, height } = picture
  assert.deepEqual(
    [others, entryId, type, length, width, height],
    [[], message.id, 'image/jpeg', photo.length, 640, 480],
  )
  const parts = await lines('picture-parts')
  assert.deepEqual(
    parts.map(({ pictureId, number }) => [pictureId, number]),
    [0, 1, 2, 3].map((number) => [id, number]),
  )
  assert.deepEqual(Buffer.concat(parts.map(({ content }) => Buffer.from(content, 'base64'))), photo)
})

test('storewire pictures shows what pictures take, and sets what they may', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open()
  await upload(page, jpeg({ fill: MIB }))
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(['pictures', ...args, '--db', api.file])
    assert.equal(code, 0, stderr)
    return stdout
  }
  assert.equal(await run('show'), 'All pictures: 1 MiB of 1 GiB\nOf guests: 1 MiB of 256 MiB\n')
  const used = jpeg({ fill: MIB }).length
  const limited = JSON.parse(await run('limit', '2048', '--json'))
  assert.deepEqual(limited, { used, guests: used, max: 2_048 * MIB, limitMib: 2_048 })
  assert.deepEqual(JSON.parse(await run('show', '--json')), limited)
  const audited = await api.store.read.all<{ details: string }>(
    `SELECT details FROM audit_log WHERE action = 'pictures.limit_set'`,
  )
  assert.deepEqual(
    audited.map(({ details }) => JSON.parse(details)),
    [{ from: 1_024, to: 2_048 }],
  )
  for (const wrong of ['15', '1048577', 'much', '1.5']) {
    const { code, stderr } = await runCommand(['pictures', 'limit', wrong, '--db', api.file])
    assert.equal(code, 2, stderr)
    assert.match(stderr, /16 to 1048576/)
  }
})
