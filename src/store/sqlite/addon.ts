import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAsset } from '../../lib/assets.ts'
import { DomainError } from '../../lib/errors.ts'
import { type AddonOption, loadAddon } from './load-addon.ts'

export interface Addon {
  file: string
  options: AddonOption
}

/**
 * Loads the SQLite addon of the executable. The operating system loads addons only from files, so the addon is written to a new
 * private folder in the first of `folders` that allows it, and removed after loading.
 *
 * @returns the loaded file, and the option for better-sqlite3
 * @throws DomainError if none of the folders works
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
  throw new DomainError(
    'SERVICE_UNAVAILABLE',
    'addon_not_unpacked',
    `the SQLite addon can't be unpacked in ${problems.join(' or ')}: set TMPDIR to a writable folder that is not mounted noexec`,
  )
}

function loadFrom(folder: string): Addon {
  const privateFolder = mkdtempSync(join(folder, '.storewire-addon-'))
  try {
    const file = join(privateFolder, 'better_sqlite3.node')
    const content = readAsset('better_sqlite3.node')
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' })
    // A full or broken disk may have stored only a part, which must not be loaded.
    if (!readFileSync(file).equals(content)) throw new Error('the unpacked file differs from the original')
    return { file, options: loadAddon(file) }
  } finally {
    rmSync(privateFolder, { recursive: true, force: true })
  }
}
