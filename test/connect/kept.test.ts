import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { exportWorkspace } from '../../src/access/export-workspace.ts'
import { getWorkspace } from '../../src/access/workspaces.ts'
import { watchConnections } from '../../src/connect/watch.ts'
import { workspaceTables } from '../../src/serve/features.ts'
import { startServing } from '../../src/serve/start.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { listOrigins } from '../../src/widget/origins.ts'
import { commandRunner } from '../support/commands.ts'
import { call, claim, claimed, connect, makeCode, poll, pressConnect, SHOP } from '../support/connecting.ts'
import { customer } from '../support/objects.ts'
import { type Api, addWorkspace, client, startServer, tempFolder, testServices } from '../support/server.ts'

const run = commandRunner()

test('an export says which shops were connected, without any secret or hash of one', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId } = api
  const { secretKey } = await connect(api)
  await call(api, 'POST', 'disconnect', { token: secretKey })
  await claimed(api)
  const folder = await tempFolder(t)
  await exportWorkspace(store.read, workspaceTables, await getWorkspace(store.read, workspaceId), folder)
  const text = await readFile(join(folder, 'connections.ndjson'), 'utf8')
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    rows.map(({ state, shop }) => ({ state, shop })),
    [
      { state: 'ended', shop: SHOP },
      { state: 'claimed', shop: SHOP },
    ],
  )
  assert.doesNotMatch(text, /[0-9a-f]{64}|"\w*[hH]ash"/)
})

/** The server of a backup of this moment, restored. */
async function restored(t: Parameters<typeof tempFolder>[0], api: Api): Promise<Pick<Api, 'baseUrl' | 'store'>> {
  const folder = await tempFolder(t)
  const [backup, file] = [join(folder, 'backup.db'), join(folder, 'restored.db')]
  for (const args of [
    ['backup', backup, '--db', api.file],
    ['restore', backup, '--db', file],
  ]) {
    const { code, stderr } = await run(args)
    assert.equal(code, 0, stderr)
  }
  const store = await openStore(file, { create: false, serving: true })
  const server = await startServing(testServices(store, api.clock), { host: '127.0.0.1', port: 0 })
  t.after(async () => {
    await server.stop()
    await store.close()
  })
  return { baseUrl: server.url, store }
}

test('after a restore no code and no claim counts any more, and a connected shop stays connected', async (t) => {
  const api = await startServer(t)
  const { store, clock } = api
  const other = async (name: string) => ({ ...api, ...(await addWorkspace(store, name, clock)) })
  const { secretKey } = await connect(api)
  const code = await makeCode(await other('offered'))
  const waiting = await claimed(await other('claimed'))
  const third = await other('approved')
  const approved = await claimed(third)
  await pressConnect(third)
  assert.deepEqual(await listOrigins(store.read, third.workspaceId), [SHOP])
  const back = { ...api, ...(await restored(t, api)) }
  assert.equal((await claim(back, code)).status, 401)
  for (const secret of [waiting, approved]) {
    const { body } = await poll(back, secret)
    assert.deepEqual([body.status, body.credentials], ['expired', null])
  }
  assert.equal((await call(back, 'GET', 'state', { token: secretKey })).status, 200)
  await watchConnections(back.store, clock.now())
  assert.deepEqual(await listOrigins(back.store.read, third.workspaceId), [])
})

test('erasing a customer of a connected shop leaves the connection as it is', async (t) => {
  const api = await startServer(t)
  const { secretKey } = await connect(api)
  const plugin = client(api.baseUrl, secretKey)
  await plugin.push('customers', [customer()])
  assert.equal((await plugin.call('DELETE', '/customers/c1')).status, 204)
  assert.equal((await call(api, 'GET', 'state', { token: secretKey })).status, 200)
})
