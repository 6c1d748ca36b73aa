import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { commandRunner } from '../support/commands.ts'
import { startProcess } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'

const runCommand = commandRunner()

const NAME = 'STOREWIRE_ENCRYPTION_KEY'

interface Place {
  folder: string
  db: string
  /** Runs a command with a key in the environment, or none. */
  run(args: string[], env?: Record<string, string>): ReturnType<typeof runCommand>
  keyFile(name: string, key: Buffer): string
}

async function place(t: TestContext): Promise<Place> {
  const folder = await tempFolder(t)
  const db = join(folder, 'shop.db')
  const run: Place['run'] = (args, env = {}) => runCommand([...args, '--db', db], env)
  assert.equal((await run(['workspaces', 'create', 'shop', '--test'])).code, 0)
  const keyFile: Place['keyFile'] = (name, key) => {
    const file = join(folder, name)
    writeFileSync(file, `${key.toString('base64')}\n`)
    return file
  }
  return { folder, db, run, keyFile }
}

/** Everything that lies in the folder, as one text. */
function everything(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')
}

test('a secret created with a key is in no file in plain text, and its last characters are shown without the key', async (t) => {
  const { folder, run } = await place(t)
  const key = randomBytes(32)
  const { stdout } = await run(['refunds', 'secret', 'create', '--json'], { [NAME]: key.toString('hex') })
  const { secret } = JSON.parse(stdout)
  assert.match(secret, /^whsec_/)
  assert.ok(!everything(folder).includes(secret.slice(6, 30)))
  const shown = JSON.parse((await run(['refunds', 'settings', 'show', '--json'])).stdout)
  assert.equal(shown.secretEnding, secret.slice(-4))
})

test('rotate-key changes from plain secrets to a key, to another key, and back', async (t) => {
  const { folder, run, keyFile } = await place(t)
  const { secret } = JSON.parse((await run(['refunds', 'secret', 'create', '--json'])).stdout)
  const first = keyFile('first', randomBytes(32))
  const second = keyFile('second', randomBytes(32))
  const sealed = await run(['secrets', 'rotate-key', '--new-key-file', first])
  assert.match(sealed.stdout, /^1 secret is encrypted with the new key\. /)
  assert.ok(!everything(folder).includes(secret.slice(6, 30)), 'the plain secret is still in the file')
  const wrong = await run(['secrets', 'rotate-key', '--new-key-file', second])
  assert.deepEqual([wrong.code, wrong.stdout], [1, ''])
  assert.match(wrong.stderr, /is encrypted, but no encryption key is set/)
  const rotated = await run(['secrets', 'rotate-key', '--new-key-file', second, '--json'], { [`${NAME}_FILE`]: first })
  assert.deepEqual(JSON.parse(rotated.stdout), { secrets: 1, encrypted: true })
  const back = await run(['secrets', 'rotate-key', '--old-key-file', second, '--plain'])
  assert.match(back.stdout, /^1 secret is stored unencrypted\. /)
  assert.ok(everything(folder).includes(secret))
})

test('rotate-key asks for the new key, and never prints what a file without a key contains', async (t) => {
  const { folder, run, keyFile } = await place(t)
  const key = keyFile('key', randomBytes(32))
  const short = join(folder, 'short')
  writeFileSync(short, 'hunter2hunter2')
  for (const [args, expected, problem] of [
    [[], 2, /Name the new key with --new-key-file, or add --plain/],
    [['--plain', '--new-key-file', key], 2, /Name the new key with --new-key-file, or add --plain/],
    [['--new-key-file', short], 1, /short contains no valid encryption key: a key is 32 random bytes/],
    [['--new-key-file', join(folder, 'none')], 1, /cannot read .*none: there is no such file/],
  ] as const) {
    const { code, stderr } = await run(['secrets', 'rotate-key', ...args])
    assert.equal(code, expected)
    assert.match(stderr, problem)
    assert.ok(!stderr.includes('hunter2'))
  }
})

test('a server starts with the right key only, and the key cannot be rotated while it runs', async (t) => {
  const { db, run, keyFile } = await place(t)
  const key = randomBytes(32)
  const env = { [NAME]: key.toString('base64') }
  assert.equal((await run(['refunds', 'secret', 'create'], env)).code, 0)
  for (const [wrong, problem] of [
    [{}, /no encryption key is set: set STOREWIRE_ENCRYPTION_KEY or STOREWIRE_ENCRYPTION_KEY_FILE\./],
    [{ [NAME]: randomBytes(32).toString('base64') }, /cannot be decrypted with the encryption key that is set/],
    [
      { [NAME]: 'hunter2' },
      /STOREWIRE_ENCRYPTION_KEY contains no valid encryption key: a key is 32 random bytes in base64/,
    ],
    [{ ...env, [`${NAME}_FILE`]: 'key' }, /both STOREWIRE_ENCRYPTION_KEY and STOREWIRE_ENCRYPTION_KEY_FILE are set/],
  ] as const) {
    const { code, stderr } = await run(['serve', '--port', '0'], wrong)
    assert.equal(code, 1)
    assert.match(stderr, problem)
    assert.ok(!/hunter2/.test(stderr))
    // A secret that the server could not open is not made either.
    assert.equal((await run(['refunds', 'secret', 'create'], wrong)).code, 1)
  }
  const file = keyFile('key', key)
  const server = await startProcess(t, ['--db', db], { env: { [`${NAME}_FILE`]: file } })
  assert.equal((await fetch(new URL('/readyz', server.baseUrl))).status, 200)
  const refused = await run(['secrets', 'rotate-key', '--plain'], env)
  assert.match(refused.stderr, /another storewire server uses it already/)
  assert.equal(await server.stop(), 0)
  assert.equal((await run(['secrets', 'rotate-key', '--plain'], env)).code, 0)
})

test('beside a running server discard counts the same secrets, and deletes none', async (t) => {
  const { db, run } = await place(t)
  const env = { [NAME]: randomBytes(32).toString('hex') }
  for (const made of ['refunds', 'identity']) assert.equal((await run([made, 'secret', 'create'], env)).code, 0)
  const server = await startProcess(t, ['--db', db], { env })
  assert.match((await run(['secrets', 'discard'])).stderr, /^storewire: 2 secrets are encrypted, and no key is set\. /)
  assert.deepEqual(JSON.parse((await run(['secrets', 'discard', '--json'], env)).stdout), { discarded: 0 })
  const forced = await run(['secrets', 'discard', '--force'])
  assert.match(forced.stderr, /another storewire server uses it already/)
  assert.equal(await server.stop(), 0)
  assert.match((await run(['secrets', 'discard'])).stderr, /^storewire: 2 secrets are /)
})

test('root rotates the key for the user whose database it is', {
  skip: process.getuid?.() !== 0 && 'needs root',
}, async (t) => {
  const { folder, db, run, keyFile } = await place(t)
  const nobody = { uid: 65_534, gid: 65_534 }
  for (const made of [folder, db]) chownSync(made, nobody.uid, nobody.gid)
  const key = randomBytes(32)
  assert.equal((await run(['secrets', 'rotate-key', '--new-key-file', keyFile('key', key)])).code, 0)
  const server = await startProcess(t, ['--db', db], { ...nobody, env: { [NAME]: key.toString('hex') } })
  assert.equal(await server.stop(), 0)
})

test('if the key is lost, the server starts again after its secrets are discarded', async (t) => {
  const { db, run, keyFile } = await place(t)
  const key = { [NAME]: randomBytes(32).toString('hex') }
  for (const made of ['refunds', 'identity', 'identity'])
    assert.equal((await run([made, 'secret', 'create'], key)).code, 0)
  const model = [
    '--base-url',
    'https://models.example/v1',
    '--model',
    'm',
    '--api-key-file',
    keyFile('api', Buffer.from('sk')),
  ]
  assert.equal((await run(['assistant', 'model', 'set', ...model], key)).code, 0)
  for (const [env, why] of [
    [{ [NAME]: '' }, 'encrypted, and no key is set'],
    [{ [NAME]: randomBytes(32).toString('hex') }, 'encrypted with a key other than the one that is set'],
  ] as const) {
    const { code, stderr } = await run(['secrets', 'discard'], env)
    assert.equal(code, 1)
    assert.equal(
      stderr,
      `storewire: 4 secrets are ${why}. Set the key that the server uses; if that key is lost, stop the server and delete them permanently with --force.\n`,
    )
  }
  assert.deepEqual(JSON.parse((await run(['secrets', 'discard', '--json', '--force'], key)).stdout), { discarded: 0 })
  const forced = await run(['secrets', 'discard', '--force'])
  assert.equal(
    forced.stdout,
    `4 secrets are discarded.
Create a signing secret: npx storewire refunds secret create
Set the API key of the model: npx storewire assistant model set --api-key-file FILE
Create identity secrets: npx storewire identity secret create
`,
  )
  assert.match((await run(['assistant', 'model', 'show'])).stdout, /^apiKeyEnding +none$/m)
  assert.equal(JSON.parse((await run(['refunds', 'settings', 'show', '--json'])).stdout).secretEnding, null)
  const server = await startProcess(t, ['--db', db])
  assert.equal(await server.stop(), 0)
  for (const made of ['refunds', 'identity', 'identity']) assert.equal((await run([made, 'secret', 'create'])).code, 0)
  assert.match((await run(['secrets', 'discard'])).stdout, /^0 secrets are discarded: every secret can be decrypted\./)
})
