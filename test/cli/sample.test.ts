import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { startProcess, storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'

test('sample load and sample remove make and delete a workspace with the sample shop', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  await storewire(['workspaces', 'create', 'shop', '--db', db])
  const load = ['sample', 'load', '--url', 'https://chat.shop.example/api/v1', '--db', db]
  const { code, stdout, stderr } = await storewire(load)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^The sample shop is loaded into the workspace Sample shop \(org_\w+\)\.\n/)
  assert.match(stdout, /https:\/\/chat\.shop\.example\/console\n$/)
  const again = JSON.parse((await storewire([...load, '--json'])).stdout)
  assert.deepEqual([again.name, again.isNew], ['Sample shop', false])
  const asked = await storewire([
    'assistant',
    'ask',
    'Where is order #1441?',
    '--customer',
    'cust-187',
    '--workspace',
    'Sample shop',
    '--db',
    db,
  ])
  assert.match(asked.stdout, /out for delivery/)
  const product = await storewire(['products', 'show', 'prod-13', '--json', '--workspace', 'Sample shop', '--db', db])
  assert.match(product.stdout, /"https:\/\/chat\.shop\.example\/sample-shop\/pictures\/alpaca_cardigan_\S+\.svg"/)
  const removed = await storewire(['sample', 'remove', '--db', db])
  assert.match(
    removed.stdout,
    /^The sample shop is removed: \d{4,} rows of the workspace org_\w+\. Its audit log stays\.\n$/,
  )
  const list = JSON.parse((await storewire(['workspaces', 'list', '--json', '--db', db])).stdout)
  assert.deepEqual(
    list.map(({ name }: { name: string }) => name),
    ['shop'],
  )
  const missing = await storewire(['sample', 'remove', '--db', db])
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, /^storewire: The sample shop is not loaded\./)
})

test('dev starts with its database again after the sample shop was loaded in its console', async (t) => {
  const db = join(await tempFolder(t), 'dev.db')
  await (await startProcess(t, ['--db', db], { command: 'dev' })).stop()
  assert.equal((await storewire(['sample', 'load', '--db', db])).code, 0)
  const { baseUrl } = await startProcess(t, ['--db', db], { command: 'dev' })
  assert.equal((await fetch(new URL('/dev/reset', baseUrl), { method: 'POST' })).status, 200)
})
