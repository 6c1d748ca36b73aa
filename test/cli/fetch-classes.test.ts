import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

function usesWith(...flags: string[]): { isOwn: boolean; results: Record<string, unknown> } {
  const args = [...flags, path('../support/fetch-uses.ts')]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

test("the executable's Headers, Request, Response and FormData do what Node.js' own do", () => {
  const theirs = usesWith()
  const ours = usesWith('--import', new URL('../../bin/fetch-classes.js', import.meta.url).href)
  assert.deepEqual([theirs.isOwn, ours.isOwn], [true, false])
  assert.ok(Object.keys(theirs.results).length > 30)
  assert.deepEqual(ours.results, theirs.results)
})
