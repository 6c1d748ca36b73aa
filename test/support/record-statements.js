import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

// Preloaded into every process of `npm test`: writes down each statement that code outside of `src/store` has the store prepare, for
// test/store/dialect.test.ts. Not in TypeScript, see compile-cache.js.
const folder = fileURLToPath(new URL('../../node_modules/.cache/statements/', import.meta.url))

/** Files of the store through which statements of other code go. */
const THROUGH = /^src\/store\/sqlite\/(session|group|writer|snapshots|open|side|side-task|replaced)\.ts/

/** Records what a process prepares. Its threads are left out: tests start thousands, and what they prepare is the engine's own. */
async function record() {
  const { default: Database } = await import('better-sqlite3')
  mkdirSync(folder, { recursive: true })
  const recorded = new Set()
  const prepare = Database.prototype.prepare
  Database.prototype.prepare = function (sql) {
    if (!recorded.has(sql)) {
      recorded.add(sql)
      const file = `${folder}${createHash('sha256').update(sql).digest('hex')}.json`
      const origin = existsSync(file) ? undefined : originOf()
      if (origin !== undefined) writeFileSync(file, JSON.stringify({ sql, origin }))
    }
    return prepare.call(this, sql)
  }
}

if (isMainThread) await record()

/** The place in `src` whose statement it is; undefined if it is the engine's own, or a test's. */
function originOf() {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 60
  const frames = new Error().stack.match(/(?:src|test|scripts)\/[^\s):]+:\d+/g) ?? []
  Error.stackTraceLimit = limit
  const [first, ...callers] = frames.filter((frame) => !frame.startsWith('test/support/record-statements.js'))
  if (!first?.startsWith('src/store/sqlite/session.ts')) return undefined
  const place = callers.find((frame) => !THROUGH.test(frame)) ?? 'unknown'
  return /^(src\/store|test|scripts)\//.test(place) ? undefined : place
}
