import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface NodeProgram {
  path: string
  /** Such as `20.20.2`. */
  version: string
}

/** The Node.js that runs the tests, and installed versions from 20 on. */
export function nodes(): NodeProgram[] {
  const own = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .filter(existsSync)
    .map((path) => realpathSync(path))
  const byVersion = new Map([[process.versions.node, process.execPath]])
  for (const path of new Set(own)) {
    const version = execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
    if (Number.parseInt(version, 10) >= 20 && !byVersion.has(version)) byVersion.set(version, path)
  }
  return [...byVersion].map(([version, path]) => ({ path, version }))
}
