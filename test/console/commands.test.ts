import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createProgram } from '../../src/cli/program.ts'

const pages = fileURLToPath(new URL('../../src/console/pages/', import.meta.url))

/** Words of a command at the start of a text, or after the command before it, up to what differs from call to call. */
const COMMAND = /(?:['"`]|\\n)storewire ((?:[a-z-]+|\$\{type\})(?: [a-z-]+)*)/g

/** Commands that pages name, and those of texts that are shown as commands. */
function commandsOf(file: string): string[] {
  const text = readFileSync(join(pages, file), 'utf8')
  const shown = file.startsWith('texts/') ? (/\bcommand: ['`].*/.exec(text)?.[0] ?? '') : text
  return [...shown.matchAll(COMMAND)].map(([, words = '']) => words.replace(/^\W.*?\}/, 'orders'))
}

test('every command that a page shows exists', async () => {
  const named = new Set(globSync('**/*.{ts,tsx}', { cwd: pages }).flatMap(commandsOf))
  assert.ok(named.size > 20, [...named].join(', '))
  const program = await createProgram()
  for (const command of named) {
    let at = program
    for (const word of command.split(' ')) {
      if (at.commands.length === 0) break
      at = at.commands.find((one) => one.name() === word) ?? assert.fail(`there is no "storewire ${command}"`)
    }
    assert.equal(at.commands.length, 0, `"storewire ${command}" needs one of its commands`)
  }
})
