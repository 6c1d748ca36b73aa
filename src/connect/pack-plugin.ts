import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Zippable, zipSync } from 'fflate'
import { version } from '../lib/version.ts'
import type { KindName } from './kinds.ts'

/** The one folder in the zip, which becomes the folder of the plugin in the shop. */
const FOLDER = 'storewire'
/** What stands for the version in the sources of a plugin. */
const PLACEHOLDER = '0.0.0-dev'
const STAMPED = /\.(php|txt)$/
/** The earliest time that a zip can say, so that equal files are equal bytes: it is in local time, in whatever zone. */
const MTIME = '1980-01-01T00:00:00'

/**
 * Packs the plugin of a shop system from its sources, without tests and dot files, with the version of this program.
 *
 * @returns the same bytes for the same files
 */
export function packPlugin(kind: KindName): Buffer {
  const root = fileURLToPath(new URL(`../../plugins/${kind}/`, import.meta.url))
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length).replace(/^\/+/, ''))
    .filter(isDelivered)
    // By bytes: folders list their files in any order.
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  const files: Zippable = {}
  for (const name of names) files[`${FOLDER}/${name}`] = [contentOf(`${root}/${name}`), { mtime: MTIME }]
  return Buffer.from(zipSync(files, { level: 9, mtime: MTIME }))
}

function isDelivered(name: string): boolean {
  const parts = name.split('/')
  return !parts.some((part) => part.startsWith('.') || part === 'test' || part === 'tests') && !name.endsWith('.md')
}

function contentOf(path: string): Buffer {
  const bytes = readFileSync(path)
  if (!STAMPED.test(path)) return bytes
  return Buffer.from(bytes.toString('utf8').replaceAll(PLACEHOLDER, version))
}
