import assert from 'node:assert/strict'
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { order } from '../support/objects.ts'
import { startServer } from '../support/server.ts'

async function startShop(t: TestContext) {
  const api = await startServer(t)
  const push = async (id: string) => (await api.call('POST', '/orders', { json: { data: [order({ id })] } })).status
  assert.equal(await push('before'), 200)
  return { ...api, push }
}

test('a database that is moved away accepts no pushes, and continues when it is put back', async (t) => {
  const { call, file, push } = await startShop(t)
  renameSync(file, `${file}.away`)
  const refused = await call('POST', '/orders', { json: { data: [order({ id: 'meanwhile' })] } })
  assert.deepEqual([refused.status, refused.body.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.match(
    refused.body.message,
    /^Nothing was stored: the database file or its -wal was moved, deleted or replaced/,
  )
  assert.equal((await call('GET', '/../../readyz')).status, 503)
  assert.equal((await call('GET', '/orders/before')).status, 200)
  renameSync(`${file}.away`, file)
  assert.equal(await push('after'), 200)
  assert.equal((await call('GET', '/orders/meanwhile')).status, 404)
})

for (const [what, lose] of Object.entries({
  deleted: (file: string) => rmSync(file),
  'replaced by a copy': (file: string) => {
    copyFileSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
  },
  'left without its log': (file: string) => rmSync(`${file}-wal`),
})) {
  test(`a database that is ${what} while it is served accepts no pushes`, async (t) => {
    const { file, push } = await startShop(t)
    lose(file)
    assert.equal(await push('o1'), 503)
    assert.equal(await push('o2'), 503)
  })
}
