// What a release is made of besides the npm package: an archive for any Linux with glibc, a package for Debian, and the checksums.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('../..', import.meta.url))
const unit = join(root, 'scripts/deploy/storewire.service')

export interface ReleaseInput {
  /** Such as `0.1.0`. */
  version: string
  /** The built executable. */
  executable: string
  /** The folder for the results, which exists. */
  out: string
  /** Seconds since 1970, of every file in the results: otherwise two builds of one commit would differ. */
  epoch: number
}

/** Debian's and Node.js's names of the processor that the executable was built for. */
export function architectures(arch = process.arch): { deb: string; node: string } {
  const deb = { x64: 'amd64', arm64: 'arm64' }[arch as string]
  if (deb === undefined) throw new Error(`no release is made for ${arch}`)
  return { deb, node: arch }
}

/** Writes `storewire-VERSION-linux-ARCH.tar.gz`, with the executable, the systemd unit, the license and the changelog. @returns its path */
export function makeArchive({ version, executable, out, epoch }: ReleaseInput): string {
  const name = `storewire-${version}-linux-${architectures().node}`
  return inFolder((folder) => {
    const content = join(folder, name)
    install(executable, join(content, 'storewire'), 0o755)
    install(unit, join(content, 'storewire.service'))
    for (const file of ['LICENSE', 'CHANGELOG.md']) install(join(root, file), join(content, file))
    const tar = execFileSync('tar', [...sameEachTime(epoch), '-C', folder, '-cf', '-', name], { maxBuffer: 2 ** 30 })
    const file = join(out, `${name}.tar.gz`)
    writeFileSync(file, gzipSync(tar, { level: 9 }))
    return file
  })
}

/** Options of GNU tar with which one input always makes the same bytes. */
function sameEachTime(epoch: number): string[] {
  return ['--format=gnu', '--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`]
}

/** Writes `storewire_VERSION_ARCH.deb`. It needs `dpkg-deb`, and nothing else of Debian's tools. @returns its path */
export function makeDeb(
  { version, executable, out, epoch }: ReleaseInput,
  { compression = 'xz' }: { compression?: 'xz' | 'gzip' | 'none' } = {},
): string {
  const { deb } = architectures()
  return inFolder((folder) => {
    const content = join(folder, 'storewire')
    install(executable, join(content, 'usr/bin/storewire'), 0o755)
    const shipped = readFileSync(unit, 'utf8')
    write(join(content, 'usr/lib/systemd/system/storewire.service'), unitOfPackage(shipped))
    write(join(content, 'usr/share/storewire/storewire.env'), SETTINGS)
    write(join(content, 'usr/share/doc/storewire/copyright'), readFileSync(join(root, 'LICENSE'), 'utf8'))
    write(
      join(content, 'usr/share/doc/storewire/changelog.gz'),
      gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }),
    )
    write(join(content, 'DEBIAN/control'), control(version, deb))
    for (const script of ['postinst', 'prerm', 'postrm'])
      install(join(root, 'scripts/release/debian', script), join(content, 'DEBIAN', script), 0o755)
    const file = join(out, `storewire_${version}_${deb}.deb`)
    execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', content, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
    })
    return file
  })
}

/** In a package the executable belongs into `/usr/bin`, and the steps of an installation by hand are done. */
export function unitOfPackage(shipped: string): string {
  const [, settings = ''] = shipped.split(/^(?=\[Unit\])/m)
  return `# Settings are STOREWIRE_… variables in /etc/storewire.env, one a line. Changes to this file: systemctl edit storewire.\n\n${settings.replace('/usr/local/bin/storewire', '/usr/bin/storewire')}`
}

/**
 * The settings of a new installation, which `postinst` copies to `/etc`. As a file that dpkg keeps, an update would stop and ask once both
 * this text and the operator's file have changed.
 */
const SETTINGS = `# Settings of storewire, one STOREWIRE_… variable a line, such as:
#STOREWIRE_PUBLIC_URL=https://support.example.com
#STOREWIRE_TRUST_PROXY=1
#
# All of them: docs/operating.md of storewire, or "storewire serve --help". After a change: systemctl restart storewire
`

/** For Debian 1.0.0-rc.1 comes after 1.0.0, and 1.0.0~rc.1 before it. */
function control(version: string, architecture: string): string {
  return `Package: storewire
Version: ${version.replace('-', '~')}
Architecture: ${architecture}
Maintainer: storewire
Section: web
Priority: optional
Depends: libatomic1, libc6 (>= 2.34), libstdc++6, passwd
Description: answers of a shop's support, from the shop's own data
 A server that a shop runs itself: it stores customers, products, orders,
 shipments and tickets, so that an AI assistant and people can answer
 "where is my order?", and orders refunds from the shop.
`
}

/** Writes `SHA256SUMS` of files in one folder, in the form of sha256sum. @returns its path */
export function writeChecksums(files: string[], out: string): string {
  const lines = files
    .map((file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`)
    .sort((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1))
  const file = join(out, 'SHA256SUMS')
  writeFileSync(file, lines.join(''))
  return file
}

/** What a signature is for: one made for other files of the same key's owner is not valid here. */
export const SIGNED_FOR = 'storewire-release'

/** Writes `SHA256SUMS.sig` with a key of OpenSSH, which is never stored. @returns its path */
export function signChecksums(checksums: string, keyFile: string): string {
  rmSync(`${checksums}.sig`, { force: true })
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', keyFile, '-n', SIGNED_FOR, checksums], {
    stdio: ['inherit', 'ignore', 'pipe'],
  })
  return `${checksums}.sig`
}

function install(from: string, to: string, mode = 0o644): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  cpSync(from, to)
  chmodSync(to, mode)
}

function write(file: string, text: string | Buffer, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  writeFileSync(file, text)
  chmodSync(file, mode)
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'storewire-release-'))
  chmodSync(folder, 0o755)
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
