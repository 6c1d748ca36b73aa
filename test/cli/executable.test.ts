import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildExecutable } from '../../scripts/build.ts'
import { fixedKeys } from '../../src/access/fixed-keys.ts'
import { PAGE_BYTES, PAGES_IN_PAUSE } from '../../src/store/sqlite/log-limits.ts'
import { assertPagesLoad } from '../support/console.ts'
import { ORDER } from '../support/dev.ts'
import { pages } from '../support/documents.ts'
import { startModelEndpoint } from '../support/model-endpoint.ts'
import { type ProcessOptions, startProcess, storewire, unprivileged } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'

let folder = ''
let executable = ''
let libraries = new Set<string>()

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'storewire-executable-'))
  executable = join(folder, 'storewire')
  libraries = await buildExecutable(executable)
  chmodSync(folder, 0o755)
})
after(() => rmSync(folder, { recursive: true, force: true }))

test('the executable is as large as the documents say', () => {
  const megabytes = statSync(executable).size / 1e6
  const said = [...pages().values()].flatMap((text) =>
    [...text.matchAll(/(?:dist\/storewire`, |The executable\*\* \()about (\d+) MB/g)].map(([, size]) => Number(size)),
  )
  assert.equal(said.length, 2)
  for (const size of said) assert.ok(Math.abs(size - megabytes) < 0.05 * megabytes, `${size} MB, not ${megabytes}`)
})

/** How a program is run, and where it may keep its data. */
interface Machine {
  db: string
  data: string
  options: ProcessOptions
}

/** No Node.js in reach, no home, nothing that can be written to but the data folder, and (where the tests may choose one) a user without rights. */
async function bareMachine(t: TestContext): Promise<Machine> {
  const outside = await tempFolder(t)
  const [data, readOnly] = [join(outside, 'data'), join(outside, 'read-only')]
  for (const name of [data, readOnly]) mkdirSync(name)
  chmodSync(outside, 0o755)
  chmodSync(readOnly, 0o555)
  giveAway(data)
  return {
    data,
    db: join(data, 'shop.db'),
    options: {
      program: [executable],
      env: { PATH: '', HOME: undefined, TMPDIR: readOnly },
      cwd: readOnly,
      ...unprivileged,
    },
  }
}

/** To the user that the program runs as. */
function giveAway(folder: string): void {
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

const withTemporary = ({ options }: Machine, temporary: string): ProcessOptions => ({
  ...options,
  env: { ...options.env, TMPDIR: temporary },
})

test('the executable serves on a machine that has only a data folder', async (t) => {
  const { data, db, options } = await bareMachine(t)
  const { baseUrl, output, stop } = await startProcess(t, ['--db', db], options)
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  assert.equal((await api.push('orders', [{ id: 'o1', updatedAt: 1 }])).results[0]?.status, 'created')
  const page = await api.call('GET', '')
  const scripts = [...page.text.matchAll(/src="([^"]+)"/g)].map(([, path = '']) => new URL(path, baseUrl))
  assert.ok(scripts.length > 0)
  for (const script of scripts) assert.equal((await fetch(script)).status, 200)
  await assertPagesLoad({ baseUrl })
  assert.match((await api.call('GET', '/spec.json')).body.openapi, /^3\.1/)
  assert.equal(await stop(), 0)
  assert.equal(statSync(db).mode & 0o777, 0o600)
  assert.deepEqual(
    readdirSync(data).filter((name) => !name.startsWith('shop.db')),
    [],
  )
})

test('the executable starts from compiled code, and reports flags of Node.js which that is not for', async (t) => {
  const { options } = await bareMachine(t)
  const { code, stderr } = await storewire(['version'], options)
  assert.deepEqual([code, stderr], [0, ''])
  const env = { ...options.env, NODE_OPTIONS: '--stack-trace-limit=20' }
  const slower = await storewire(['version'], { ...options, env })
  assert.equal(slower.code, 0)
  assert.match(slower.stderr, /The compiled code is for other flags of Node\.js/)
})

test('the libraries that the executable keeps apart from its program are loaded when they are needed', async (t) => {
  const { db, data, options } = await bareMachine(t)
  const model = await startModelEndpoint(t)
  const { baseUrl } = await startProcess(t, ['--db', db, '--metrics'], options)
  assert.match(await (await fetch(new URL('/metrics', baseUrl))).text(), /^storewire_build_info/m)
  const assistant = (...args: string[]) => storewire(['assistant', ...args, '--db', db], options)
  const tests = join(data, 'greets.yaml')
  writeFileSync(tests, 'conversations:\n  - name: greets\n    turns:\n      - say: hello\n')
  assert.match((await assistant('test', tests)).stdout, /1 conversations: 1 passed/)
  const allowed = ['--allow-endpoint', model.hostPort]
  await assistant('model', 'set', '--base-url', model.url, '--model', 'stub', ...allowed)
  assert.match((await assistant('check-model', ...allowed)).stdout, /^ok {5}compose /m)
})

test('the executable has the licenses of all libraries in it', async (t) => {
  const { options } = await bareMachine(t)
  const { stdout } = await storewire(['licenses'], options)
  const delivered = [...libraries].map((folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const names = new Set<string>(delivered.map(({ name }) => name))
  for (const name of ['h3', 'better-sqlite3', 'valibot', 'preact', 'openai', '@scalar/api-reference'])
    assert.ok(names.has(name), name)
  for (const { name, version } of delivered) assert.ok(stdout.includes(`${name} ${version} (`), name)
  for (const holder of ['Jason Miller', 'Joshua Wise', 'Node.js contributors'])
    assert.ok(stdout.includes(holder), holder)
})

test('long bodies are checked in the thread of the executable', async (t) => {
  const { db, options } = await bareMachine(t)
  const { baseUrl, output } = await startProcess(t, ['--db', db], options)
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  const customers = (updatedAt: unknown) =>
    Array.from({ length: 1_000 }, (_, index) => ({ id: `c${index}`, updatedAt, name: 'x'.repeat(200) }))
  const taken = await api.call('POST', '/customers/bulk', { json: { data: customers(1) } })
  assert.equal(taken.status, 202)
  let batch = taken
  do batch = await api.call('GET', `/batches/${taken.body.batchId}`)
  while (batch.body.status === 'pending' || batch.body.status === 'processing')
  assert.deepEqual(batch.body.results, { created: 1_000, updated: 0, stale: 0 })
  const refused = await api.call('POST', '/customers/bulk', { json: { data: customers('yesterday') } })
  assert.equal(refused.status, 400)
  assert.deepEqual(refused.body.data.issues[0].path, ['data', 0, 'updatedAt'])
})

test('searches and their index work in threads of the executable', async (t) => {
  const { db, options } = await bareMachine(t)
  const { baseUrl, output, errors } = await startProcess(t, ['--db', db], options)
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  await api.push('products', [{ id: 'p1', updatedAt: 1, title: 'Weißer Wollschal' }])
  const found = async () => (await api.call('GET', '/search?q=wolschal')).body.data.length
  while ((await found()) === 0) await sleep(100)
  const { stdout } = await storewire(['find', 'weisser', '--db', db, '--json'], options)
  assert.deepEqual(JSON.parse(stdout).found[0].by, ['words'])
  assert.doesNotMatch(errors(), /"level":"error"/)
})

test('checkpoints are made with the SQLite that is already loaded, whose file is gone', async (t) => {
  const { db, options } = await bareMachine(t)
  const { child, baseUrl, output, errors, stop } = await startProcess(t, ['--db', db, '--rate-limits', 'off'], options)
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  const customers = (batch: number) =>
    Array.from({ length: 1_000 }, (_, index) => ({
      id: `c${batch}-${index}`,
      updatedAt: 1,
      custom: { note: 'x'.repeat(1_000) },
    }))
  const before = statSync(db).size
  for (let batch = 0; batch < 8; batch++)
    assert.equal((await api.call('POST', '/customers/bulk', { json: { data: customers(batch) } })).status, 202)
  // Commits would do it at 48,000 pages only.
  while (statSync(db).size < before + PAGES_IN_PAUSE * PAGE_BYTES) await sleep(20)
  assert.doesNotMatch(errors(), /"level":"error"/)
  if (process.platform === 'linux') {
    const loaded = readFileSync(`/proc/${child.pid}/maps`, 'utf8')
      .split('\n')
      .filter((line) => line.includes('better_sqlite3'))
      .map((line) => line.split(/\s+/)[4])
    assert.equal(new Set(loaded).size, 1)
  }
  assert.equal(await stop(), 0)
  assert.equal((await storewire(['verify', db], options)).code, 0)
})

test('the commands of the executable work beside its server', async (t) => {
  const { db, options } = await bareMachine(t)
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await storewire([...args, '--db', db, '--json'], options)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const { baseUrl } = await startProcess(t, ['--db', db], options)
  const { id, key } = await json('keys', 'create', '--name', 'backend')
  const ping = async () => (await client(baseUrl, key).call('GET', '/ping')).status
  assert.equal(await ping(), 200)
  await json('keys', 'revoke', id)
  assert.equal(await ping(), 401)
  const table = await storewire(['keys', 'list', '--db', db], options)
  assert.match(table.stdout, /backend .* revoked$/m)
  const { origin } = new URL(baseUrl)
  const loaded = await json('sample', 'load', '--url', origin)
  const { product } = await json('products', 'show', 'prod-1', '--workspace', loaded.workspace)
  assert.match(await (await fetch(product.imageUrl)).text(), /^<svg /)
  await json('sample', 'remove')
})

test('the executable backs up its database by schedule and by command, and restores it', async (t) => {
  const { data, db, options } = await bareMachine(t)
  const copies = join(data, 'copies')
  mkdirSync(copies, { mode: 0o777 })
  chmodSync(copies, 0o777)
  const args = ['--db', db, '--backup-dir', copies, '--backup-cron', '* * * * * *']
  const { baseUrl, output, stop } = await startProcess(t, args, options)
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  await api.push('orders', [{ id: 'o1', updatedAt: 1 }])
  while (!readdirSync(copies).some((name) => name.endsWith('.db'))) await sleep(20)
  const told = await storewire(['backup', join(copies, 'told.db'), '--db', db], options)
  assert.equal(told.code, 0, told.stderr)
  assert.equal(await stop(), 0)
  const restored = join(data, 'restored.db')
  for (const command of [
    ['verify', join(copies, 'told.db')],
    ['restore', join(copies, 'told.db'), '--db', restored],
    ['doctor', '--db', restored],
  ])
    assert.equal((await storewire(command, options)).code, 0, command.join(' '))
})

test('the executable lists its components, also on a read-only disk', async (t) => {
  const { code, stdout } = await storewire(['--version'], (await bareMachine(t)).options)
  assert.equal(code, 0)
  assert.match(stdout, /^storewire \S+ \(commit [-\w]+, Node\.js 26\S+, SQLite 3\S+\)\n$/)
  assert.equal(stdout, (await storewire(['--version'])).stdout)
})

test('the executable creates no database beside the log of a missing one, and leaves that log unchanged', async (t) => {
  const machine = await bareMachine(t)
  writeFileSync(`${machine.db}-wal`, 'a log with data that is nowhere else')
  giveAway(`${machine.db}-wal`)
  for (const command of [
    ['serve', '--port', '0'],
    ['workspaces', 'create', 'a'],
  ]) {
    const { code, stderr } = await storewire([...command, '--db', machine.db], machine.options)
    assert.equal(code, 1)
    assert.match(stderr, /shop\.db is missing or empty, but its log .* put shop\.db back beside the log/)
  }
  assert.equal(readFileSync(`${machine.db}-wal`, 'utf8'), 'a log with data that is nowhere else')
  assert.deepEqual(readdirSync(machine.data), ['shop.db-wal'])
})

test('unpacking the addon leaves no file in the temporary folder', async (t) => {
  const machine = await bareMachine(t)
  const temporary = await tempFolder(t)
  giveAway(temporary)
  const changed = statSync(temporary, { bigint: true }).mtimeNs
  const { code } = await storewire(['workspaces', 'create', 'a', '--db', machine.db], withTemporary(machine, temporary))
  assert.equal(code, 0)
  assert.deepEqual(readdirSync(temporary), [])
  assert.notEqual(statSync(temporary, { bigint: true }).mtimeNs, changed)
})

test('if the temporary folder does not allow loading code, the data folder is used', async (t) => {
  const noexec = smallDisk(t, 16, 'mode=777,noexec')
  if (!noexec) return t.skip('mounting is not allowed here')
  const machine = await bareMachine(t)
  const { code, stderr } = await storewire(
    ['workspaces', 'create', 'shop', '--db', machine.db],
    withTemporary(machine, noexec.folder),
  )
  assert.equal(code, 0, stderr)
  assert.deepEqual(readdirSync(noexec.folder), [])
})

test('if the addon can be unpacked nowhere, one line says what to do', async (t) => {
  const { data, db, options } = await bareMachine(t)
  await storewire(['workspaces', 'create', 'a', '--db', db], options)
  chmodSync(data, 0o555)
  const { code, stdout, stderr } = await storewire(['keys', 'list', '--db', db], options)
  chmodSync(data, 0o755)
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(
    stderr,
    /^storewire: .*shop\.db: the SQLite addon can't be unpacked in \S+ \(.*EACCES.*\) or \S+ \(.*\): set TMPDIR to .*\n$/,
  )
})

test('connections are opened in one place, and by the threads of the store', () => {
  const src = fileURLToPath(new URL('../../src', import.meta.url))
  const opening = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && readFileSync(join(src, name), 'utf8').includes('new Database('),
  )
  assert.deepEqual(opening.sort(), [join('store', 'sqlite', 'side-thread.ts'), join('store', 'sqlite', 'sqlite.ts')])
})

test('the executable runs dev with the sample shop, the page and an endpoint that refunds', async (t) => {
  const machine = await bareMachine(t)
  const dev = await startProcess(t, ['--seed-data', '--fixed-keys'], {
    ...withTemporary(machine, machine.data),
    command: 'dev',
  })
  const api = client(dev.baseUrl, fixedKeys.secretKey)
  assert.equal((await api.call('GET', '/orders/order-1480')).status, 200)
  assert.match(await (await fetch(new URL('/dev/view', dev.baseUrl))).text(), /\/api\/v1\/orders\/order-1480/)
  await assertPagesLoad(dev)
  await api.push('orders', [ORDER])
  const page = client(new URL('/dev', dev.baseUrl).href, '')
  const refund = { order: ORDER.id, reason: 'defect', confirm: true }
  assert.equal((await page.call('POST', '/refunds', { json: refund })).status, 200)
  assert.equal((await page.call('GET', `/wait?for=refund.succeeded&order=${ORDER.id}`)).status, 200)
  assert.equal(await dev.stop(), 0)
  assert.deepEqual(readdirSync(machine.data), [])
})
