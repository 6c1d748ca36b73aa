import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAsset } from '../../lib/assets.ts'
import { type AddonOption, loadAddon } from './load-addon.ts'

export interface Addon {
  file: string
  options: AddonOption
}

/**
 * Loads the SQLite addon that the executable brings along. The operating system loads addons from files only, so it is written to
 * a new private folder in the first of `folders` that allows it, and removed once it is loaded.
 *
 * @returns the file that was loaded, and the option with which better-sqlite3 uses it
 * @throws Error with one line that says what to do when none of the folders will do
 */
export function unpackAddon(folders: string[]): Addon {
  const problems: string[] = []
  for (const folder of new Set(folders)) {
    try {
      return loadFrom(folder)
    } catch (error) {
      problems.push(`${folder} (${(error as Error).message})`)
    }
  }
  throw new Error(
    `the SQLite addon can't be unpacked in ${problems.join(' or ')}: set TMPDIR to a folder that can be written to and is not mounted noexec`,
  )
}

function loadFrom(folder: string): Addon {
  const privateFolder = mkdtempSync(join(folder, '.storewire-addon-'))
  try {
    const file = join(privateFolder, 'better_sqlite3.node')
    const content = readAsset('better_sqlite3.node')
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' })
    // A full disk or a broken one may keep less than it was given, and what is loaded here runs.
    if (!readFileSync(file).equals(content)) throw new Error('what was written is not what is read')
    return { file, options: loadAddon(file) }
  } finally {
    rmSync(privateFolder, { recursive: true, force: true })
  }
}
