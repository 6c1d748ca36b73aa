import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkRelease, latestOf, type Run, releasedVersions, schemaIn } from '../../scripts/release/checks.ts'
import { makeArchive, makeDeb, unitOfPackage, writeChecksums } from '../../scripts/release/files.ts'
import { fakeProgram } from '../support/release.ts'
import { tempFolder } from '../support/server.ts'

const noDpkg = spawnSync('dpkg-deb', ['--version']).status === 0 ? false : 'dpkg-deb is not installed'

async function input(t: TestContext, out = 'out') {
  const folder = await tempFolder(t)
  const executable = join(folder, 'program')
  writeFileSync(executable, fakeProgram('1.2.3'))
  chmodSync(executable, 0o755)
  mkdirSync(join(folder, out))
  return { version: '1.2.3', executable, out: join(folder, out), epoch: 1_795_000_000 }
}

test('one input makes the same archive and package each time', { skip: noDpkg }, async (t) => {
  const [one, other] = [await input(t), await input(t)]
  assert.ok(readFileSync(makeArchive(one)).equals(readFileSync(makeArchive(other))))
  assert.ok(readFileSync(makeDeb(one)).equals(readFileSync(makeDeb(other))))
})

test('the archive has the executable, the unit, the license and the changelog', async (t) => {
  const archive = makeArchive(await input(t))
  const entries = execFileSync('tar', ['-tvzf', archive]).toString()
  for (const entry of [
    /^-rwxr-xr-x 0\/0 .* storewire-1\.2\.3-linux-\w+\/storewire$/m,
    /storewire\.service$/m,
    /LICENSE$/m,
    /CHANGELOG\.md$/m,
  ])
    assert.match(entries, entry)
})

test('the package has its parts, owners and settings, and asks for what Node.js needs', { skip: noDpkg }, async (t) => {
  const deb = makeDeb(await input(t), { compression: 'none' })
  const contents = execFileSync('dpkg-deb', ['--contents', deb]).toString()
  for (const entry of [
    /^-rwxr-xr-x root\/root .* \.\/usr\/bin\/storewire$/m,
    /^-rw-r--r-- root\/root .* \.\/usr\/lib\/systemd\/system\/storewire\.service$/m,
    /^-rw-r--r-- root\/root .* \.\/usr\/share\/storewire\/storewire\.env$/m,
  ])
    assert.match(contents, entry)
  const field = (name: string) => execFileSync('dpkg-deb', ['--field', deb, name]).toString().trim()
  assert.equal(field('Version'), '1.2.3')
  assert.match(field('Depends'), /libatomic1, libc6 \(>= 2\.34\)/)
  const folder = await tempFolder(t)
  execFileSync('dpkg-deb', ['--control', deb, folder])
  assert.equal(existsSync(join(folder, 'conffiles')), false, 'an update asks nothing')
  for (const script of ['postinst', 'prerm', 'postrm']) execFileSync('sh', ['-n', join(folder, script)])
})

test('a package of 1.0.0-rc.1 is older than that of 1.0.0', { skip: noDpkg }, async (t) => {
  const deb = makeDeb({ ...(await input(t)), version: '1.0.0-rc.1' }, { compression: 'none' })
  const version = execFileSync('dpkg-deb', ['--field', deb, 'Version']).toString().trim()
  execFileSync('dpkg', ['--compare-versions', version, 'lt', '1.0.0'])
  execFileSync('dpkg', ['--compare-versions', version, 'gt', '0.9.9'])
})

test('a trial version or a fix of an older version is not what install.sh installs', () => {
  const latest = (...versions: string[]) => latestOf(versions.map((version) => ({ version, schema: 1 })))
  assert.equal(latest('1.0.0-rc.1', '0.9.0'), '0.9.0')
  assert.equal(latest('0.9.10', '0.10.0', '0.9.9'), '0.10.0')
  assert.equal(latest('1.0.0', '1.0.0-rc.1'), '1.0.0')
  assert.equal(latest('0.1.0-rc.1'), '0.1.0-rc.1')
})

test('the unit of the package starts the executable of the package', () => {
  const shipped = readFileSync(new URL('../../scripts/deploy/storewire.service', import.meta.url), 'utf8')
  const unit = unitOfPackage(shipped)
  assert.match(unit, /^ExecStart=\/usr\/bin\/storewire serve$/m)
  assert.doesNotMatch(unit, /useradd|\/usr\/local/)
  assert.match(unit, /^\[Install\]$/m)
})

test('checksums are those of sha256sum', async (t) => {
  const files = await input(t)
  const archive = makeArchive(files)
  writeChecksums([archive], files.out)
  execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: files.out })
})

test('a release is refused for a changed tree, without its heading, with a used tag, and for no version', () => {
  const log = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-27\n'
  const runOf =
    (answers: Record<string, string>): Run =>
    (...words) =>
      answers[words.join(' ')] ?? ''
  checkRelease('1.2.3', log, runOf({}))
  assert.throws(() => checkRelease('1.2', log, runOf({})), /is not a version/)
  assert.throws(
    () => checkRelease('1.2.3', log, runOf({ 'git status --porcelain': ' M a.ts' })),
    /no commit has.*\n M a\.ts/,
  )
  assert.throws(() => checkRelease('1.2.4', log, runOf({})), /no heading "## \[1\.2\.4\]/)
  const used = { 'git tag --list v1.2.3': 'v1.2.3', 'git rev-list -n 1 v1.2.3': 'a', 'git rev-parse HEAD': 'b' }
  assert.throws(() => checkRelease('1.2.3', log, runOf(used)), /is of another commit/)
  const versions = releasedVersions('1.2.3', (...words) =>
    words.includes('--list') ? 'v1.2.3\nv1.2.2' : '    version: 4,\n    version: 5,\n',
  )
  assert.deepEqual(versions.slice(1), [{ version: '1.2.2', schema: 5 }])
  assert.ok((versions[0]?.schema ?? 0) > 20)
  assert.equal(schemaIn('    version: 7,\n'), 7)
})
