import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * The program that tests start as a process: a bundle of the checkout's sources, since a test run starts it a thousand times and a
 * checkout takes twice the time to start. It is built again when a source has changed, by the first test file that needs it.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const programs = join(root, 'build/program')
const SOURCES = ['bin', 'src', 'scripts/build.ts', 'schema.sql', 'package.json', 'package-lock.json']
const UNUSED_MS = 24 * 60 * 60 * 1_000

/** A hash that changes with every change of a source, and with each commit, which the program names. */
function stateOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  const newestCommit = statSync(join(root, '.git/logs/HEAD'), { throwIfNoEntry: false })
  hash.update(`${newestCommit?.mtimeMs}\n`)
  const add = (path: string) => {
    const { mtimeMs, size } = statSync(join(root, path))
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  for (const source of SOURCES) {
    if (!statSync(join(root, source)).isDirectory()) add(source)
    else for (const name of readdirSync(join(root, source), { recursive: true }).sort()) add(join(source, String(name)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** The script of the program, which is built if it is missing. */
export async function builtProgram(): Promise<string> {
  const folder = join(programs, stateOfSources())
  if (!existsSync(folder)) await buildInto(folder)
  const now = new Date()
  utimesSync(folder, now, now)
  return join(folder, 'storewire.js')
}

/** Several test files may build at once: the first that is done gives its build the name, so no build is ever seen half done. */
async function buildInto(folder: string): Promise<void> {
  mkdirSync(programs, { recursive: true })
  removeUnused()
  const { buildForTests } = await import('../../scripts/build.ts')
  const fresh = mkdtempSync(`${folder}-`)
  try {
    await buildForTests(fresh)
    // Some tests start it as another user.
    chmodSync(fresh, 0o755)
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** Programs of former sources; those that other test runs may still use stay. */
function removeUnused(): void {
  for (const name of readdirSync(programs)) {
    const path = join(programs, name)
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - used > UNUSED_MS) rmSync(path, { recursive: true, force: true })
  }
}
