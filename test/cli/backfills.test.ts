import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandRunner } from '../support/commands.ts'
import { order } from '../support/objects.ts'
import { type Api, startServer } from '../support/server.ts'

const runCommand = commandRunner()

const run = (api: Api, ...args: string[]) =>
  runCommand(['backfills', ...args, '--url', api.baseUrl], { STOREWIRE_SECRET_KEY: api.key })

async function backfill(api: Api, label: string): Promise<string> {
  const { id } = (await api.call('POST', '/backfills', { json: { label } })).body
  await api.call('POST', '/orders/bulk', { json: { backfillId: id, data: [order({ id: label })] } })
  return id
}

test('an import is watched until it is done', async (t) => {
  const api = await startServer(t)
  const id = await backfill(api, 'first')
  const watching = run(api, 'watch', id)
  await api.call('POST', `/backfills/${id}/close`)
  const { code, stdout, stderr } = await watching
  assert.deepEqual([code, stdout], [0, `${id}: done\n`])
  assert.match(stderr, /100%, 1 of 1 processed, done\n$/)
  assert.equal(JSON.parse((await run(api, 'watch', id, '--json')).stdout).results.created, 1)
})

test('watching an import that fails exits with 1', async (t) => {
  const api = await startServer(t)
  const id = await backfill(api, 'first')
  await api.store.write((tx) => tx.run(`UPDATE backfills SET status = 'failed' WHERE id = ?`, id))
  const { code, stderr } = await run(api, 'watch', id)
  assert.equal(code, 1)
  assert.match(stderr, new RegExp(`storewire: Import ${id} failed`))
})

test('imports are listed, the newest first, and shown', async (t) => {
  const api = await startServer(t)
  const ids = [await backfill(api, 'first'), await backfill(api, 'second')]
  const { stdout } = await run(api, 'list')
  assert.match(stdout, /^ID +LABEL +STATUS +PROGRESS +RECEIVED .*\nbf_\w+ +second +open .*\nbf_\w+ +first +open .*\n$/)
  assert.deepEqual(
    JSON.parse((await run(api, 'list', '--json')).stdout).map(({ id }: { id: string }) => id),
    ids.toReversed(),
  )
  assert.equal(JSON.parse((await run(api, 'show', ids[0] ?? '', '--json')).stdout).label, 'first')
  const none = await run(api, 'show', 'bf_none')
  assert.equal(none.code, 1)
  assert.match(none.stderr, /no backfill with this id/)
})

test('more imports than a page holds are all listed', async (t) => {
  const api = await startServer(t)
  for (let index = 0; index < 130; index++) await api.call('POST', '/backfills')
  assert.equal(JSON.parse((await run(api, 'list', '--json')).stdout).length, 130)
})
