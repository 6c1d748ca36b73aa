// node scripts/release.ts VERSION: makes the files of a release in dist/release, and publishes nothing: it ends with the commands for a
// person who has the rights. It must be run on Debian or its like, as root in a machine with systemd for the test of the unit.
//
//   node scripts/release.ts 0.1.0 --url https://releases.example.com/storewire [--sign-key FILE] [--verify-key FILE.pub]
//
// The address and the public key are built into the executable, for "storewire update" and install.sh. Without them `update` refuses.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checkRelease, latestOf, type Run, releasedVersions } from './release/checks.ts'
import { makeArchive, makeDeb, signChecksums, writeChecksums } from './release/files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'dist/release')
const {
  positionals: [version = ''],
  values: { url = '', 'sign-key': signKey, 'verify-key': verifyKey },
} = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string' }, 'sign-key': { type: 'string' }, 'verify-key': { type: 'string' } },
})

const run: Run = (command, ...args) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim()

/** Runs a program whose output is shown. @throws Error if it fails */
function show(title: string, command: string, args: string[], env: Record<string, string> = {}): void {
  console.log(`\n== ${title}`)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) throw new Error(`${title}: exit ${status}. Nothing was released.`)
}

/** Writes the version into package.json and its lock, as a commit with a tag, unless it is there. */
function writeVersion(): void {
  const { version: before } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (before !== version) {
    run('npm', 'version', version, '--no-git-tag-version')
    run('git', 'commit', '-qam', `Release ${version}`)
  }
  if (run('git', 'tag', '--list', `v${version}`) === '')
    run('git', 'tag', '-a', `v${version}`, '-m', `storewire ${version}`)
}

/** Builds the executable twice: one commit must make the same bytes each time. */
function buildTwice(epoch: number): string {
  const codeCaches = join(out, 'code-caches')
  mkdirSync(codeCaches)
  const env = {
    SOURCE_DATE_EPOCH: String(epoch),
    STOREWIRE_CODE_CACHES: codeCaches,
    STOREWIRE_RELEASES: url,
    STOREWIRE_RELEASE_KEY: verifyKey === undefined ? '' : readFileSync(verifyKey, 'utf8').trim(),
  }
  const executable = join(root, 'dist/storewire')
  show('Build the executable', 'npm', ['run', 'build'], env)
  const first = readFileSync(executable)
  show('Build it again', 'npm', ['run', 'build'], env)
  if (!first.equals(readFileSync(executable))) throw new Error('two builds of one commit differ. Nothing was released.')
  console.log('both builds have the same bytes')
  run(
    'tar',
    '--sort=name',
    '--owner=0',
    '--group=0',
    `--mtime=@${epoch}`,
    '-czf',
    join(out, `storewire-${version}-code-caches.tar.gz`),
    '-C',
    codeCaches,
    '.',
  )
  rmSync(codeCaches, { recursive: true })
  return executable
}

checkRelease(version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), run)
show('.ci/run', 'bash', ['.ci/run'])
writeVersion()
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const epoch = Number(run('git', 'log', '-1', '--format=%ct', `v${version}`))
const executable = buildTwice(epoch)
show('Pack the npm package', 'npm', ['pack', '--silent', '--pack-destination', out], {
  SOURCE_DATE_EPOCH: String(epoch),
})
show('List what is delivered', 'npm', ['run', 'sbom'], { SOURCE_DATE_EPOCH: String(epoch) })
cpSync(join(root, 'dist/storewire.cdx.json'), join(out, `storewire-${version}.cdx.json`))
const input = { version, executable, out, epoch }
const files = [
  makeArchive(input),
  makeDeb(input),
  ...[`storewire-${version}.tgz`, `storewire-${version}.cdx.json`, `storewire-${version}-code-caches.tar.gz`].map(
    (name) => join(out, name),
  ),
]
show('Try the npm package', 'node', ['scripts/soak/package.ts'])
if (existsSync('/run/systemd/system')) show('Try the unit', 'bash', ['scripts/deploy/try-unit.sh'])
else console.log('\nNo systemd here: run scripts/deploy/try-unit.sh in a machine with it before you publish.')
const checksums = writeChecksums(files, out)
if (signKey !== undefined) signChecksums(checksums, signKey)
const releases = releasedVersions(version, run)
writeFileSync(join(out, 'releases.json'), `${JSON.stringify({ releases }, null, 2)}\n`)
writeFileSync(join(out, 'latest'), `${latestOf(releases)}\n`)
writeFileSync(
  join(out, 'install.sh'),
  readFileSync(join(root, 'scripts/deploy/install.sh'), 'utf8').replace('@RELEASES@', url),
)
console.log(`
== Made in dist/release. Nothing was published. Who has the rights, now:
  git push origin main v${version}
  npm publish dist/release/storewire-${version}.tgz --provenance
  upload ${[...files, checksums, ...(signKey === undefined ? [] : [`${checksums}.sig`])].map((file) => file.slice(out.length + 1)).join(', ')}
    to ${url || 'URL'}/v${version}/
  upload releases.json, latest and install.sh to ${url || 'URL'}/${signKey === undefined ? '\n  The checksums are not signed: pass --sign-key FILE, or sign them with ssh-keygen -Y sign -n storewire-release.' : ''}`)
