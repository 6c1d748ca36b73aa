import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { newerReleases } from '../../src/cli/update/releases.ts'
import { replaceExecutable } from '../../src/cli/update/replace.ts'
import { isSigned } from '../../src/cli/update/ssh-signature.ts'
import { compareVersions } from '../../src/lib/versions.ts'
import { storewire } from '../support/process.ts'
import { fakeProgram, noSshKeygen, releaseServer, throwawayKey } from '../support/release.ts'
import { tempFolder } from '../support/server.ts'

const PURPOSE = 'storewire-release'

test('signatures of OpenSSH are verified: text, key and purpose', { skip: noSshKeygen }, async (t) => {
  const { file, publicKey } = await throwawayKey(t)
  const other = await throwawayKey(t)
  const text = Buffer.from('abc  storewire.tar.gz\n')
  const sign = (purpose: string, hash: string) =>
    execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', file, '-n', purpose, '-O', `hashalg=${hash}`], {
      input: text,
      stdio: ['pipe', 'pipe', 'ignore'],
    }).toString()
  for (const hash of ['sha512', 'sha256'])
    assert.equal(isSigned(text, sign(PURPOSE, hash), { publicKey, purpose: PURPOSE }), true, hash)
  const signature = sign(PURPOSE, 'sha512')
  assert.equal(isSigned(Buffer.from('abd  storewire.tar.gz\n'), signature, { publicKey, purpose: PURPOSE }), false)
  assert.equal(isSigned(text, signature, { publicKey: other.publicKey, purpose: PURPOSE }), false)
  assert.equal(isSigned(text, sign('git', 'sha512'), { publicKey, purpose: PURPOSE }), false)
  for (const key of ['', 'ssh-ed25519', 'ssh-rsa AAAA'])
    assert.equal(isSigned(text, signature, { publicKey: key, purpose: PURPOSE }), false)
  const bytes = Buffer.from(signature.split('\n').slice(1, -2).join(''), 'base64')
  const armored = (changed: Buffer) =>
    `-----BEGIN SSH SIGNATURE-----\n${changed.toString('base64').replace(/.{70}/g, '$&\n')}\n-----END SSH SIGNATURE-----\n`
  assert.equal(isSigned(text, armored(bytes), { publicKey, purpose: PURPOSE }), true)
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ change
      assert.equal(isSigned(text, armored(changed), { publicKey, purpose: PURPOSE }), false)
      assert.equal(isSigned(text, armored(bytes.subarray(0, at)), { publicKey, purpose: PURPOSE }), false)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (noise) => assert.equal(isSigned(text, noise, { publicKey, purpose: PURPOSE }), false)),
  )
})

test('versions are compared by their numbers', () => {
  for (const [newer, older] of [
    ['1.0.0', '0.9.9'],
    ['0.10.0', '0.9.0'],
    ['0.1.10', '0.1.9'],
    ['2.0.0', '1.99.99'],
  ] as const) {
    assert.ok(compareVersions(newer, older) > 0)
    assert.ok(compareVersions(older, newer) < 0)
  }
  assert.equal(compareVersions('1.2.3', '1.2.3'), 0)
})

test('a check prints newer versions, whether tables change, and exits with 10', async (t) => {
  const { url, files } = await releaseServer(t, '99.0.0', { schema: 9_999 })
  const check = (...more: string[]) => storewire(['update', '--check', '--update-url', url, ...more])
  const found = await check()
  assert.equal(found.code, 10)
  assert.match(found.stdout, /^This is storewire \d+\.\d+\.\d+\. Newer: 99\.0\.0\nIts first start changes the tables/)
  const { newer, migrates } = JSON.parse((await check('--json')).stdout)
  assert.deepEqual([newer, migrates], [[{ version: '99.0.0', schema: 9_999 }], true])
  files.set(
    '/releases.json',
    Buffer.from(
      JSON.stringify({
        releases: [
          { version: '0.0.1', schema: 1 },
          { version: '99.0.0-rc.1', schema: 1 },
        ],
      }),
    ),
  )
  const none = await check()
  assert.deepEqual([none.code, none.stdout.includes('is the newest version')], [0, true])
})

test('after a version such as 1.0.0-rc.1 comes 1.0.0', async (t) => {
  const { url } = await releaseServer(t, '1.0.0')
  const newer = async (current: string) => (await newerReleases(url, current)).map(({ version }) => version)
  assert.deepEqual(await newer('1.0.0-rc.1'), ['1.0.0'])
  assert.deepEqual(await newer('1.0.0'), [])
  assert.deepEqual(await newer('1.0.1-rc.1'), [])
})

test('offline, or without an address, a check is no failure and one line', async (t) => {
  const { url, files } = await releaseServer(t, '99.0.0')
  const lines = async (...args: string[]) => {
    const { code, stdout, stderr } = await storewire(['update', '--check', ...args])
    assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [0, '', 1])
    return stderr
  }
  assert.match(await lines('--update-url', 'http://127.0.0.1:1'), /No check for updates was made: .*cannot be read/)
  assert.match(await lines(), /built without an address for updates/)
  files.set('/releases.json', Buffer.alloc(300_000, 32))
  assert.match(await lines('--update-url', url), /more than 262144 bytes/)
  files.delete('/releases.json')
  assert.match(await lines('--update-url', url), /status 404/)
  const refused = await storewire(['update', '--update-url', url])
  assert.deepEqual([refused.code, /was not installed as a single file/.test(refused.stderr)], [1, true])
})

test('an answer that is no list of releases is an error', async (t) => {
  const { url, files } = await releaseServer(t, '99.0.0')
  for (const text of ['', '[]', '{"releases":1}', '{"releases":[{"version":1}]}']) {
    files.set('/releases.json', Buffer.from(text))
    await assert.rejects(newerReleases(url, '0.1.0'), text)
  }
})

async function installed(t: TestContext) {
  const { file, publicKey } = await throwawayKey(t)
  const service = await releaseServer(t, '99.0.0', { signKey: file })
  const folder = await tempFolder(t)
  const executable = join(folder, 'storewire')
  writeFileSync(executable, fakeProgram('0.1.0'))
  chmodSync(executable, 0o755)
  const replace = (key = publicKey) => replaceExecutable(executable, '99.0.0', { url: service.url, publicKey: key })
  return { service, folder, executable, replace }
}

test('an update verifies, replaces the file, and keeps the old one', { skip: noSshKeygen }, async (t) => {
  const { folder, executable, replace } = await installed(t)
  await replace()
  assert.equal(execFileSync(executable, ['--version']).toString(), 'storewire 99.0.0\n')
  assert.equal(execFileSync(`${executable}.old`, ['--version']).toString(), 'storewire 0.1.0\n')
  assert.deepEqual(readdirSync(folder).sort(), ['storewire', 'storewire.old'])
})

test('an update replaces the program that runs', { skip: noSshKeygen }, async (t) => {
  const { executable, replace } = await installed(t)
  // A script would not be the file that runs.
  copyFileSync('/bin/sleep', executable)
  const running = spawn(executable, ['600'])
  t.after(() => running.kill())
  await once(running, 'spawn')
  await replace()
  assert.equal(execFileSync(executable, ['--version']).toString(), 'storewire 99.0.0\n')
  assert.equal(running.exitCode, null)
})

test('nothing is replaced by what is not signed, altered, cut or does not run', { skip: noSshKeygen }, async (t) => {
  const { service, folder, executable, replace } = await installed(t)
  const unchanged = async (promise: Promise<void>, pattern: RegExp) => {
    await assert.rejects(promise, pattern)
    assert.equal(readFileSync(executable, 'utf8'), fakeProgram('0.1.0'))
    assert.deepEqual(readdirSync(folder), ['storewire'])
  }
  await unchanged(
    replace((await throwawayKey(t)).publicKey),
    /is not signed with the key of this storewire\. Nothing was changed\./,
  )
  const archive = [...service.files.keys()].find((path) => path.endsWith('.tar.gz')) ?? ''
  const whole = service.files.get(archive) as Buffer
  service.files.set(archive, Buffer.concat([whole, Buffer.from('x')]))
  await unchanged(replace(), /damaged or was altered: its checksum is wrong/)
  service.files.set(archive, whole)
  service.cut = archive
  await unchanged(replace(), /cannot be read/)
  delete service.cut
  const sums = '/v99.0.0/SHA256SUMS'
  const signed = service.files.get(sums) as Buffer
  service.files.set(sums, Buffer.from(signed.toString().replace(/^./, (digit) => (digit === '0' ? '1' : '0'))))
  await unchanged(replace(), /is not signed/)
  service.files.delete(`${sums}.sig`)
  await unchanged(replace(), /status 404/)
})

test('an executable that does not run here does not replace one that does', { skip: noSshKeygen }, async (t) => {
  const { file, publicKey } = await throwawayKey(t)
  const service = await releaseServer(t, '99.0.0', { signKey: file })
  const folder = join(await tempFolder(t), 'gone')
  await assert.rejects(
    replaceExecutable(join(folder, 'storewire'), '99.0.0', { url: service.url, publicKey }),
    /cannot be replaced: .*Nothing was changed/,
  )
  assert.equal(existsSync(folder), false)
})
