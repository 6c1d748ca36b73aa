import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createProgram } from '../../src/cli/program.ts'
import { storewire } from '../support/process.ts'
import { startServer, tempFolder } from '../support/server.ts'

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url))

/** What a command that fails reports to a script. */
async function reported(args: string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await storewire(args, { env })
  assert.equal(stdout, '', 'standard output is for results')
  assert.match(stderr, /^[^\n]+\n$/)
  const { error, ...rest } = JSON.parse(stderr)
  assert.deepEqual(rest, {})
  return { code, error }
}

test('with --json an error is one JSON value on standard error, whatever went wrong', async (t) => {
  const folder = await tempFolder(t)
  const db = join(folder, 'shop.db')
  await storewire(['workspaces', 'create', 'shop', '--db', db])
  assert.deepEqual(await reported(['keys', 'revoke', 'key_x', '--json', '--db', db]), {
    code: 1,
    error: {
      code: 'NOT_FOUND',
      message: 'There is no key key_x: "npx storewire keys list" shows the ids.',
      reason: 'no_such_key',
      data: {},
    },
  })
  const missing = await reported(['keys', 'list', '--json', '--db', join(folder, 'none.db')])
  assert.equal(missing.code, 1)
  assert.match(missing.error.message, /^cannot open the database /)
  assert.equal(typeof missing.error.code, 'string')
  for (const args of [
    ['keys', 'list', '--json', '--frob'],
    ['--json', 'frob'],
    ['serve', '--json', '--port', 'x'],
    ['keys', '--json'],
  ]) {
    const { code, error } = await reported(args)
    assert.deepEqual([code, error.code], [2, 'USAGE'])
  }
  assert.equal((await reported(['keys', 'revoke', 'key_x', '--db', db], { STOREWIRE_JSON: '1' })).code, 1)
})

test('an error of a server keeps its code, status and request id', async (t) => {
  const api = await startServer(t)
  const env = { STOREWIRE_SECRET_KEY: api.key, STOREWIRE_URL: api.baseUrl }
  const { error } = await reported(['backfills', 'show', 'bf_x', '--json'], env)
  assert.deepEqual([error.code, error.status, error.data], ['NOT_FOUND', 404, {}])
  assert.match(error.requestId, /^[-\w]{36}$/)
  const noServer = await reported(['backfills', 'list', '--json', '--url', 'http://127.0.0.1:1'], env)
  assert.equal(noServer.error.code, 'NETWORK_ERROR')
  assert.match(noServer.error.message, /^No response from http:\/\/127\.0\.0\.1:1\/api\/v1 /)
})

test('a usage error names the help of its command', async () => {
  for (const [args, help] of [
    [['serve', '--frob'], 'npx storewire serve --help'],
    [['keys', 'revoke'], 'npx storewire keys revoke --help'],
    [['refunds', 'settings', 'set', '--mode', 'x'], 'npx storewire refunds settings set --help'],
    [['frob'], 'npx storewire --help'],
  ] as const) {
    const { code, stderr } = await storewire([...args])
    assert.equal(code, 2)
    assert.ok(stderr.endsWith(`. See "${help}".\n`) || stderr.endsWith(`) See "${help}".\n`), stderr)
  }
})

test('commands take the address of a server with and without /api/v1', async (t) => {
  const api = await startServer(t)
  const root = api.baseUrl.replace(/\/api\/v1$/, '')
  for (const url of [root, `${root}/`, `${root}/api/v1`]) {
    const env = { STOREWIRE_SECRET_KEY: api.key, STOREWIRE_URL: url }
    assert.deepEqual(JSON.parse((await storewire(['backfills', 'list', '--json'], { env })).stdout), [])
  }
})

test('commands that people copy begin as they are typed: no message has one without its program', async () => {
  const names = (await createProgram()).commands.map((command) => command.name()).filter((name) => name !== 'dev')
  const bare = new RegExp(`["':] ?storewire (\\$|(${names.join('|')})\\b)`)
  const rooms = ['access', 'cli', 'conformance', 'doctor', 'http', 'objects', 'refunds', 'segments', 'store', 'widget']
  const found = globSync(
    rooms.map((room) => `${room}/**/*.ts`),
    { cwd: SOURCES },
  ).flatMap((file) =>
    readFileSync(join(SOURCES, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && bare.test(line) && !/pages\//.test(file))
      .map((line) => `${file}: ${line.trim()}`),
  )
  assert.deepEqual(found, [])
})
