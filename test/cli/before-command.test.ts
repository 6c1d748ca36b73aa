import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'

test('shared options are accepted before the command, and the same option after it wins', async (t) => {
  const folder = await tempFolder(t)
  const db = join(folder, 'shop.db')
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await storewire(args, { cwd: folder })
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const workspace = await json('--json', '--db', db, 'workspaces', 'create', 'shop')
  assert.equal(workspace.name, 'shop')
  const created = await json('--workspace', 'shop', 'keys', '--db', db, 'create', '--json')
  assert.equal(created.workspaceId, workspace.id)
  assert.equal((await json(`--db=${join(folder, 'none.db')}`, 'keys', 'list', '--json', '--db', db)).length, 3)
  const [, , key] = await json('--db', db, '--json', 'keys', 'list')
  assert.equal(key.id, created.id)
})

test('a shared option that the command does not have is a usage error', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const { code, stderr } = await storewire(['--workspace', 'shop', 'workspaces', 'list', '--db', db])
  assert.equal(code, 2)
  assert.equal(
    stderr,
    'storewire: The option --workspace does not apply to this command. See "npx storewire workspaces list --help".\n',
  )
  assert.equal((await storewire(['--db', '', 'keys', 'list'])).code, 2)
})

test('storewire version prints the version', async () => {
  const { stdout } = await storewire(['version'])
  assert.equal(stdout, (await storewire(['--version'])).stdout)
  const { version, node } = JSON.parse((await storewire(['version', '--json'])).stdout)
  assert.ok(stdout.startsWith(`storewire ${version} (`) && stdout.includes(`Node.js ${node}`))
})

test('an option that npm consumed is reported instead of starting a server on the wrong port', async (t) => {
  const npm = { npm_lifecycle_event: 'start' }
  for (const [args, env, problem] of [
    [
      ['serve', '9000'],
      { npm_config_port: 'true' },
      /^storewire: npm did not pass --port on to storewire\..* npm start -- --port …\n$/,
    ],
    [['serve'], { npm_config_port: '9000' }, /npm did not pass --port on to storewire/],
    [['serve'], { npm_config_trust_proxy: 'true', npm_config_db: 'x.db' }, /--db and --trust-proxy/],
  ] as const) {
    const { code, stdout, stderr } = await storewire([...args], { env: { ...npm, ...env }, cwd: await tempFolder(t) })
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, problem)
  }
  // Of another script, or npm's own.
  for (const env of [
    { npm_lifecycle_event: 'dev', npm_config_port: '1' },
    { ...npm, npm_config_json: 'true' },
  ])
    assert.equal((await storewire(['version'], { env })).code, 0)
})
