import { readFileSync } from 'node:fs'
import { compareVersions } from '../../src/lib/versions.ts'

/** Runs a program in the checkout. @returns its standard output, without the blanks around it @throws Error if it fails */
export type Run = (command: string, ...args: string[]) => string

const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?$/

/**
 * Refuses a release that nobody could make again: of files that no commit has, without notes for users, of a version that exists.
 *
 * @param changelog the text of CHANGELOG.md
 * @throws Error with what to do
 */
export function checkRelease(version: string, changelog: string, run: Run): void {
  if (!VERSION.test(version)) throw new Error(`${version} is not a version: its form is 1.2.3 or 1.2.3-rc.1`)
  const changed = run('git', 'status', '--porcelain')
  if (changed !== '') throw new Error(`there are changes that no commit has; commit or remove them first:\n${changed}`)
  if (!new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm').test(changelog))
    throw new Error(`CHANGELOG.md has no heading "## [${version}] - YYYY-MM-DD" with what users notice`)
  const tagged = run('git', 'tag', '--list', `v${version}`)
  if (tagged !== '' && run('git', 'rev-list', '-n', '1', `v${version}`) !== run('git', 'rev-parse', 'HEAD'))
    throw new Error(`the tag v${version} is of another commit: choose the next version`)
}

/** A version that was released, for "storewire update --check". */
export interface Released {
  version: string
  /** Of the tables: a higher number than one's own means that the first start changes the database. */
  schema: number
}

const MIGRATIONS = 'src/store/sqlite/migrations.ts'

/** The versions that have a tag, and the one that is being made, the newest first. */
export function releasedVersions(version: string, run: Run): Released[] {
  const tags = run('git', 'tag', '--list', 'v*', '--sort=-v:refname').split('\n').filter(Boolean)
  const earlier = tags
    .filter((tag) => tag !== `v${version}`)
    .map((tag) => ({ version: tag.slice(1), schema: schemaIn(run('git', 'show', `${tag}:${MIGRATIONS}`)) }))
  return [
    { version, schema: schemaIn(readFileSync(new URL(`../../${MIGRATIONS}`, import.meta.url), 'utf8')) },
    ...earlier,
  ]
}

/** The version that install.sh installs: the highest one, and 1.0.0-rc.1 or its like only as long as there is no other. */
export function latestOf(released: Released[]): string {
  const final = released.filter(({ version }) => !version.includes('-'))
  const [latest] = (final.length > 0 ? final : released)
    .map(({ version }) => version)
    .sort((one, other) => compareVersions(other, one))
  if (latest === undefined) throw new Error('no version was released')
  return latest
}

/** The number of the last migration in the text of its file. */
export function schemaIn(text: string): number {
  return Math.max(...[...text.matchAll(/^ {4}version: (\d+),$/gm)].map(([, number]) => Number(number)))
}
