import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Command, Option } from 'commander'
import { serveOptions } from '../../src/cli/kit/serve-options.ts'
import { createProgram } from '../../src/cli/program.ts'
import { resources } from '../../src/objects/resources.ts'
import { codeOf, documents, pages, rowsOf, source } from '../support/documents.ts'

const program = await createProgram()

/** Options before a command, which are passed on to it, and those that every command has. */
const EVERYWHERE = ['--help', '--version']

/** The command that words begin with, and the words after it. */
function resolve(words: string[], command: Command = program): { command: Command; rest: string[] } {
  const [word = '', ...rest] = words
  const inner = command.commands.find((known) => known.name() === word)
  return inner ? resolve(rest, inner) : { command, rest: words }
}

const longNames = (command: Command): string[] => [
  ...EVERYWHERE,
  ...command.options.flatMap(({ long }) => long ?? []),
  ...command.commands.flatMap(longNames),
]

/** The calls of storewire in a piece of code, as words. What follows a pipe, a semicolon or a comment belongs to others. */
function callsIn(code: string): string[][] {
  const calls = [...code.matchAll(/(?:^|npx |\$ |-- |[$<]\(|")storewire ([a-z-][^|;#)]*)/g)]
  return calls.map(([, call = '']) => call.split(/[\s"\\]+/).filter((word) => word !== ''))
}

/** How lines begin that storewire prints. */
const PRINTED = ['listening', 'needs']

test('every command of storewire in documents is there, with each of its options', () => {
  const wrong: string[] = []
  let checked = 0
  for (const [name, text] of documents())
    for (const words of (name.endsWith('.md') ? codeOf(text) : text.split('\n')).flatMap(callsIn)) {
      if (PRINTED.includes(words[0] ?? '')) continue
      checked++
      const call = `${name}: storewire ${words.join(' ')}`
      // Shared options may be before the command.
      const start = words.findIndex((word) => resolve([word]).command !== program)
      const { command, rest } = resolve(words.slice(start === -1 ? words.length : start))
      const isComplete = command !== program || EVERYWHERE.includes(words[0] ?? '') || words[0] === 'COMMAND'
      if (!isComplete || (command.commands.length > 0 && /^[a-z]/.test(rest[0] ?? ''))) wrong.push(call)
      const known = longNames(command)
      for (const option of words.flatMap((word) => /^\[?(--[a-z][\w-]*)/.exec(word)?.[1] ?? []))
        if (!known.includes(option)) wrong.push(`${call}: no ${option}`)
    }
  assert.deepEqual(wrong, [])
  assert.ok(checked > 150, String(checked))
})

test('every row of a table of commands names commands that are there, with each of their options', () => {
  const wrong: string[] = []
  let checked = 0
  for (const [name, text] of pages())
    for (const [cell = ''] of rowsOf(text, 'Command')) {
      const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
        code.replace(/^(?:npx )?storewire /, '').split(/[\s\\[\]]+/),
      )
      if (first === '') continue
      checked++
      const { command } = resolve(first)
      if (command === program) wrong.push(`${name}: ${cell}`)
      // The next ones may leave out what they share with the first: `widget origins list`, `add ORIGIN`, `… set`.
      for (const words of [first, ...others]) {
        const named = words.filter((word) => word !== '…')
        const found = [program, command.parent, command]
          .map((from) => from && resolve(named, from))
          .find((one) => one && one.rest.length < named.length)
        if (!found || (found.command.commands.length > 0 && /^[a-z]/.test(found.rest[0] ?? '')))
          wrong.push(`${name}: ${words.join(' ')}`)
        const known = longNames(found?.command ?? command)
        for (const option of words.filter((word) => word.startsWith('--')))
          if (!known.includes(option)) wrong.push(`${name}: ${first.join(' ')} has no ${option}`)
      }
    }
  assert.deepEqual(wrong, [])
  assert.ok(checked > 60, String(checked))
})

/** The paths of all commands that do something: `keys create`. */
function pathsOf(command: Command, path: string[] = []): string[][] {
  return command.commands.flatMap((inner) => {
    const own = [...path, inner.name()]
    return inner.commands.length > 0 ? pathsOf(inner, own) : [own]
  })
}

test('every command has a row in the tables of commands', () => {
  const rows = ['docs/command-line.md', 'docs/members.md'].flatMap((page) => rowsOf(source(page), 'Command'))
  const missing = pathsOf(program)
    .map((path) => ({ whole: path.join(' '), group: path.slice(0, -1).join(' '), name: path.at(-1) ?? '' }))
    .filter(({ whole, group, name }) =>
      rows.every(([cell = '']) => {
        // `orders list`, `customers list`, …: rows for objects stand for all their types.
        const isNamed = cell.includes(`\`${whole}`) || cell.includes(`… ${name}`)
        const isShared = cell.includes(`\`${group} `) && new RegExp(`\`(?:… )?${name}\\b`).test(cell)
        return !isNamed && !isShared
      }),
    )
    .filter(({ group }) => !resources.some(({ name }) => group.startsWith(name)))
  assert.deepEqual(missing, [])
})

/** Of other programs. */
const FOREIGN =
  /^--(?:no-strip|signal|user|compressed|gzip|import|test|experimental-vm-modules|max-semi-space-size|min-semi-space-size|save-dev|omit|ca-certificates|service|uninstall)$/

test('every option in the text of documents is one of storewire', () => {
  const known = new Set(longNames(program))
  const wrong = [...pages()].flatMap(([name, text]) =>
    [...text.replace(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/`(--[a-z][\w-]*)/g)]
      .map(([, option = '']) => option)
      .filter((option) => !known.has(option) && !FOREIGN.test(option))
      .map((option) => `${name}: ${option}`),
  )
  assert.deepEqual(wrong, [])
})

test('every variable in documents is one that storewire reads, or that the page sets itself', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const code = globSync(['src/**/*.ts', 'scripts/build*.ts'], { cwd: root })
    .map((file) => source(file))
    .join('\n')
  const known = new Set([...code.matchAll(/\bSTOREWIRE_[A-Z_]+/g)].map(([name]) => name))
  // Written as `${KEY_VARIABLE}_FILE`.
  known.add('STOREWIRE_ENCRYPTION_KEY_FILE')
  const wrong = [...documents()].flatMap(([page, text]) =>
    [...new Set([...text.matchAll(/\bSTOREWIRE_[A-Z_]*[A-Z]\b/g)].map(([name]) => name))]
      .filter((name) => !known.has(name) && !text.includes(`\n${name}=`))
      .map((name) => `${page}: ${name}`),
  )
  assert.deepEqual(wrong, [])
})

/** The default of an option as docs/operating.md writes it. */
function defaultOf(option: Option): string {
  const { defaultValue, defaultValueDescription, envVar } = option
  if (option.negate) return ''
  if (defaultValueDescription === 'as listed') return '[below](#limits)'
  if (defaultValue === undefined) return option.isBoolean() ? 'off' : 'none'
  return envVar === 'STOREWIRE_DB' ? './storewire.db' : String(defaultValue)
}

test('the tables of settings have every option of serve, with its variable and its default', () => {
  const rows = rowsOf(source('docs/operating.md'), 'Option')
  const written = rows.map(([option = '', variable = '', value = '']) => [
    /--[a-z\d-]+/.exec(option)?.[0],
    variable.replaceAll('`', ''),
    value.replaceAll('`', ''),
  ])
  const actual = serveOptions().map((option) => [option.long, option.envVar ?? 'none', defaultOf(option)])
  const sorted = (all: (string | undefined)[][]) => all.sort(([a = ''], [b = '']) => a.localeCompare(b))
  assert.deepEqual(sorted(written), sorted(actual))
})
