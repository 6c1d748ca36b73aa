import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('every message of the troubleshooting page is one of the program', () => {
  const page = readFileSync(`${root}docs/troubleshooting.md`, 'utf8')
  const sources = globSync(['src/**/*.ts', 'scripts/*.js'], { cwd: root })
    .map((file) => readFileSync(root + file, 'utf8'))
    .join('\n')
  // The heads of the entries: bold, with the messages as code.
  const heads = [...page.matchAll(/^\*\*[^\n]*(?:\n[^\n*]*\*\*[^\n]*)?/gm)].map(([head]) => head)
  const messages = heads
    .flatMap((head) => [...head.matchAll(/\*\*`([^`]+)`\*\*/g)])
    .map(([, message = '']) => message.replaceAll('\n', ' '))
  assert.ok(messages.length > 60)
  // `…` and numbers stand for what differs.
  const missing = messages.filter((message) =>
    message
      .split(/ ?… ?/)
      .map((part) => part.replace(/^: /, ''))
      .some((part) => !sources.includes(part)),
  )
  assert.deepEqual(missing, [])
})
