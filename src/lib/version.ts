import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }

/** Set by the build. */
declare const BUILT_FROM_COMMIT: string | undefined
declare const RELEASES_URL: string | undefined
declare const RELEASE_KEY: string | undefined

/** The version of this storewire. */
export const version: string = manifest.version

/** The commit of this storewire, with `-dirty` if there were uncommitted changes; `unknown` if git cannot read it. */
export function commit(): string {
  if (typeof BUILT_FROM_COMMIT === 'string') return BUILT_FROM_COMMIT
  const root = fileURLToPath(new URL('../..', import.meta.url))
  // Explicit paths: otherwise git would use a repository that contains an unpacked archive.
  const repository = [`--git-dir=${root}.git`, `--work-tree=${root}`]
  const describe = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']
  try {
    return execFileSync('git', [...repository, ...describe], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'unknown'
  }
}

/** The address with the releases that this storewire was built with; empty without one. */
export function releasesUrl(): string {
  return typeof RELEASES_URL === 'string' ? RELEASES_URL : ''
}

/** The line of the public key that releases are signed with, which this storewire was built with; empty without one. */
export function releaseKey(): string {
  return typeof RELEASE_KEY === 'string' ? RELEASE_KEY : ''
}
