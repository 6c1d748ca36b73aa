import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, linkSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DomainError } from '../../lib/errors.ts'
import { moveDurably } from '../../lib/files.ts'
import { download } from './releases.ts'
import { isSigned } from './ssh-signature.ts'

/** What the signature of a release is for. The release script signs for the same. */
const PURPOSE = 'storewire-release'
const [SMALL_BYTES, ARCHIVE_BYTES] = [64 * 1024, 256 * 1024 * 1024]
const [SMALL_MS, ARCHIVE_MS] = [10_000, 600_000]

export interface UpdateSource {
  url: string
  /** The line of the public key that releases are signed with. */
  publicKey: string
}

const refuse = (reason: string, message: string, cause?: unknown) =>
  new DomainError('SERVICE_UNAVAILABLE', reason, `${message} Nothing was changed.`, {}, cause)

/**
 * Replaces an executable by the one of a release, after its signature and checksum were verified and it has run. The old one stays beside it,
 * with `.old` at its end. A server that runs is not affected before it is started again.
 *
 * @param executable the file to replace
 * @throws DomainError if anything is wrong; then the file is as it was
 */
export async function replaceExecutable(
  executable: string,
  version: string,
  { url, publicKey }: UpdateSource,
): Promise<void> {
  const at = `${url}/v${version}`
  const [checksums, signature] = await Promise.all(
    ['SHA256SUMS', 'SHA256SUMS.sig'].map((name) => download(`${at}/${name}`, SMALL_BYTES, SMALL_MS)),
  )
  if (!checksums || !signature || !isSigned(checksums, signature.toString(), { publicKey, purpose: PURPOSE }))
    throw refuse('release_not_signed', `The release ${version} at ${url} is not signed with the key of this storewire.`)
  const name = `storewire-${version}-linux-${process.arch}`
  const [, expected] =
    new RegExp(`^([0-9a-f]{64})  ${name.replaceAll('.', '\\.')}\\.tar\\.gz$`, 'm').exec(checksums.toString()) ?? []
  if (expected === undefined)
    throw refuse('release_lacks_file', `The release ${version} has no executable for this machine.`)
  const archive = await download(`${at}/${name}.tar.gz`, ARCHIVE_BYTES, ARCHIVE_MS)
  if (createHash('sha256').update(archive).digest('hex') !== expected)
    throw refuse('release_damaged', `The download of ${version} is damaged or was altered: its checksum is wrong.`)
  putInPlace(archive, `${name}/storewire`, executable)
}

function putInPlace(archive: Buffer, entry: string, executable: string): void {
  let folder: string | undefined
  try {
    // Beside the executable, since a rename works only within one disk.
    folder = mkdtempSync(join(dirname(executable), '.storewire-update-'))
    const file = join(folder, 'archive.tar.gz')
    writeFileSync(file, archive)
    execFileSync('tar', ['-xzf', file, '-C', folder, entry], { stdio: ['ignore', 'ignore', 'pipe'] })
    const fresh = join(folder, entry)
    chmodSync(fresh, 0o755)
    execFileSync(fresh, ['--version'], { stdio: ['ignore', 'ignore', 'pipe'] })
    const old = join(folder, basename(executable))
    keep(executable, old)
    renameSync(old, `${executable}.old`)
    moveDurably(fresh, executable)
  } catch (error) {
    throw refuse('not_replaced', `${executable} cannot be replaced: ${(error as Error).message.split('\n')[0]}.`, error)
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** A second name costs no space, but some file systems have none. */
function keep(executable: string, old: string): void {
  try {
    linkSync(executable, old)
  } catch {
    copyFileSync(executable, old)
  }
}
