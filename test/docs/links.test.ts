import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { deadLinks } from '../support/links.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('every link of the documents leads to a file, and to a heading of it', () => {
  const pages = globSync(['*.md', 'docs/*.md', 'src/client/README.md'], { cwd: root })
  assert.ok(pages.length > 10)
  assert.deepEqual(
    pages.flatMap((page) => deadLinks(root, page)),
    [],
  )
})
