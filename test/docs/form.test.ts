import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(root + file, 'utf8')

const MOST_CHARACTERS = 120

test('no line of the documents has more than 120 characters, except tables and code', () => {
  const documents = globSync(['*.md', 'docs/*.md', 'src/client/README.md'], { cwd: root })
  assert.ok(documents.length > 15)
  const long = documents.flatMap((document) =>
    read(document)
      // Line numbers stay right where code is left out.
      .replace(/^ *```[\s\S]*?^ *```$/gm, (code) => code.replace(/[^\n]/g, ''))
      .split('\n')
      .flatMap((line, index) =>
        line.length > MOST_CHARACTERS && !line.startsWith('|') ? [`${document}:${index + 1}`] : [],
      ),
  )
  assert.deepEqual(long, [])
})

test('every page of docs is linked from the README, and from the list in docs', () => {
  const pages = globSync('docs/*.md', { cwd: root })
  assert.ok(pages.length > 10)
  const [readme, list] = [read('README.md'), read('docs/README.md')]
  for (const page of pages) {
    assert.ok(readme.includes(`](${page})`), page)
    const name = page.slice('docs/'.length)
    assert.ok(name === 'README.md' || list.includes(`](${name})`), page)
  }
})
