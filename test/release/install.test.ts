import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { releaseServer } from '../support/release.ts'
import { tempFolder } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/deploy/install.sh', import.meta.url))
const skip = process.platform === 'linux' && process.arch === 'x64' ? false : 'the script installs on Linux x64 alone'

/** Runs the script as `curl … | sh -s -- ARGS` does. */
async function install(
  home: string,
  url: string | undefined,
  { args = [], path = process.env.PATH }: { args?: string[]; path?: string | undefined } = {},
) {
  const env = { HOME: home, PATH: path, ...(url !== undefined && { STOREWIRE_RELEASES: url }) }
  const child = spawn('sh', ['-s', '--', ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(readFileSync(SCRIPT))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}

async function world(t: TestContext) {
  const service = await releaseServer(t, '99.0.0')
  const home = await tempFolder(t)
  return { service, home, program: join(home, '.local/bin/storewire') }
}

test('the script has at most 80 lines, and does nothing before its last one', () => {
  const lines = readFileSync(SCRIPT, 'utf8').trimEnd().split('\n')
  assert.ok(lines.length <= 80)
  assert.equal(lines.at(-1), 'main "$@"')
})

test('it installs for the user, again over a version that is there, and undoes itself', { skip }, async (t) => {
  const { service, home, program } = await world(t)
  const first = await install(home, service.url)
  assert.equal(first.code, 0, first.stderr)
  assert.match(
    first.stdout,
    /^storewire 99\.0\.0 is installed: .*\.local\/bin\/storewire\. Start it with: storewire serve$/m,
  )
  assert.match(first.stdout, /Add .*\.local\/bin to your PATH\./)
  assert.equal(spawnSync(program, ['--version']).stdout.toString(), 'storewire 99.0.0\n')
  writeFileSync(program, 'an older version')
  assert.equal((await install(home, service.url)).code, 0)
  assert.equal(spawnSync(program, ['--version']).stdout.toString(), 'storewire 99.0.0\n')
  // As "storewire update" keeps it.
  writeFileSync(`${program}.old`, 'an older version')
  assert.match((await install(home, undefined, { args: ['--uninstall'] })).stdout, /storewire is removed/)
  assert.deepEqual(readdirSync(join(home, '.local/bin')), [])
  assert.match((await install(home, undefined, { args: ['--uninstall'] })).stderr, /there is no storewire/)
})

test('a wrong checksum, a cut download, or a missing file installs nothing', { skip }, async (t) => {
  const { service, home, program } = await world(t)
  const refused = async (pattern: RegExp) => {
    const { code, stderr } = await install(home, service.url)
    assert.deepEqual([code, stderr.trim().split('\n').length > 0], [1, true])
    assert.match(stderr, pattern)
    assert.equal(existsSync(program), false)
  }
  const archive = [...service.files.keys()].find((path) => path.endsWith('.tar.gz')) ?? ''
  const whole = service.files.get(archive) as Buffer
  service.files.set(archive, Buffer.concat([whole.subarray(0, -1), Buffer.from('x')]))
  await refused(/its checksum is wrong\. Nothing was installed\./)
  service.files.set(archive, whole)
  service.cut = archive
  await refused(/cannot be downloaded/)
  delete service.cut
  service.files.delete('/latest')
  await refused(/latest cannot be downloaded/)
  service.files.set('/latest', Buffer.from('<html>'))
  await refused(/holds no version/)
})

test('it says what is missing: an address, root, a tool, the system, an option', { skip }, async (t) => {
  const { service, home } = await world(t)
  const failing = async (
    pattern: RegExp,
    ...more: Parameters<typeof install> extends [string, ...infer Rest] ? Rest : never
  ) => {
    const { code, stderr } = await install(home, ...more)
    assert.equal(code, 1)
    assert.match(stderr, pattern)
  }
  await failing(/no address with releases is set/, undefined)
  await failing(/unknown option --what/, service.url, { args: ['--what'] })
  const fakes = join(home, 'fakes')
  await mkdir(fakes)
  const fake = (name: string, output: string) =>
    writeFileSync(join(fakes, name), `#!/bin/sh\necho ${output}\n`, { mode: 0o755 })
  fake('id', '1000')
  await failing(/--service needs root: run it with sudo/, service.url, {
    args: ['--service'],
    path: `${fakes}:${process.env.PATH}`,
  })
  fake('uname', 'Plan9')
  await failing(/there is no executable for Plan9-Plan9\. Install Node\.js/, service.url, {
    path: `${fakes}:${process.env.PATH}`,
  })
  assert.deepEqual(readdirSync(home), ['fakes'])
})

test('without space nothing is changed', { skip }, async (t) => {
  const { service } = await world(t)
  const disk = smallDisk(t, 1)
  if (!disk) return t.diagnostic('a full disk cannot be tried here')
  const bin = join(disk.folder, '.local/bin')
  await mkdir(bin, { recursive: true })
  writeFileSync(join(bin, 'storewire'), 'the version before')
  const filler = spawnSync('sh', ['-c', `dd if=/dev/zero of=${disk.folder}/full bs=1k count=2000 2>/dev/null`])
  assert.ok(filler.status !== null)
  const { code, stderr } = await install(disk.folder, service.url)
  assert.equal(code, 1)
  assert.match(stderr, /has no space for storewire.*Nothing was changed\./)
  assert.equal(readFileSync(join(bin, 'storewire'), 'utf8'), 'the version before')
  assert.deepEqual(readdirSync(bin), ['storewire'])
})
