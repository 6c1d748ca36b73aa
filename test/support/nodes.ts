import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface NodeProgram {
  path: string
  /** Such as `20.20.2`. */
  version: string
}

/** The Node.js that runs the tests, and those that the machine has of its own and that are 20 or newer. */
export function nodes(): NodeProgram[] {
  const own = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .filter(existsSync)
    .map((path) => realpathSync(path))
  return [...new Set([realpathSync(process.execPath), ...own])]
    .map((path) => ({
      path,
      version: execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim(),
    }))
    .filter(({ version }) => Number.parseInt(version, 10) >= 20)
}
