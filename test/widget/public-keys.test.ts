import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listKeys } from '../../src/access/keys.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

test('a publishable key of an older version is stored once it is presented, and wrong ones store nothing', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId } = api
  const host = new URL(api.baseUrl).origin
  const widget = await startWidget(api)
  const known = async () => (await listKeys(store.read, workspaceId)).find(({ kind }) => kind === 'publishable')?.key
  const forget = () => store.write((tx) => tx.run('UPDATE api_keys SET public_key = NULL'))
  const ways: [string, () => Promise<unknown>][] = [
    ['a call of the chat', () => widget.start()],
    ['the frame', () => fetch(`${host}/widget/frame?key=${widget.key}`)],
    ['the page for apps', () => fetch(`${host}/chat?key=${widget.key}`)],
  ]
  for (const [name, present] of ways) {
    await forget()
    await Promise.all([
      fetch(`${host}/widget/frame?key=pk_wrong`),
      fetch(`${host}/widget/frame?key=${api.key}`),
      widget.start({}, { 'x-service-key': 'pk_wrong' }),
    ])
    assert.equal(await known(), null, name)
    await present()
    await until(async () => (await known()) === widget.key)
  }
  const secrets = await store.read.all("SELECT 1 FROM api_keys WHERE kind = 'secret' AND public_key IS NOT NULL")
  assert.deepEqual(secrets, [])
})

test('a known key costs no write when it is presented', async (t) => {
  const api = await startServer(t)
  const widget = await startWidget(api)
  const host = new URL(api.baseUrl).origin
  await fetch(`${host}/widget/frame?key=${widget.key}`)
  // It counts what other connections have committed.
  const version = async () => (await api.store.read.get<{ data_version: number }>('PRAGMA data_version'))?.data_version
  const before = await version()
  for (let n = 0; n < 5; n++) await fetch(`${host}/widget/frame?key=${widget.key}`)
  await fetch(`${host}/widget/frame?key=pk_wrong`)
  assert.equal(await version(), before)
})
