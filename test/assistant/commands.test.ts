import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { groups } from '../../src/assistant/commands/concept-groups.ts'
import { commandNames, commands } from '../../src/assistant/commands/list.ts'
import type { AnsweredLanguage } from '../../src/assistant/languages/language.ts'
import { answeredLanguages, compiledLexicon, languageList } from '../../src/assistant/languages/list.ts'
import { createSpeech, speechOf } from '../../src/assistant/languages/speech.ts'

const foldersOf = (path: string) =>
  readdirSync(fileURLToPath(new URL(`../../src/assistant/${path}`, import.meta.url)), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

test('each folder of a command and of a language is in its list', () => {
  assert.deepEqual(foldersOf('commands'), commandNames.map((name) => name.replaceAll('_', '-')).sort())
  assert.deepEqual(foldersOf('languages'), Object.keys(languageList).sort())
})

test('a command only includes commands that there are', () => {
  for (const { name, includes = [] } of commands)
    for (const other of includes) assert.ok(commandNames.includes(other), `${name} includes ${other}`)
})

/** What rules may name besides the concepts of lexicons; `concept-groups.ts` describes them. */
const MADE = ['short', 'alone', 'unknown', 'asked', 'empty', 'ordernumber', 'onlyproduct', 'title', 'other_shop']

test('each concept that a rule names has words in a language', () => {
  const known = new Set(MADE)
  for (const [code, { lexicon }] of Object.entries(answeredLanguages))
    for (const words of [lexicon.concepts, ...commands.map(({ words }) => words?.[code] ?? {})])
      for (const concept of Object.keys(words)) known.add(concept)
  const named = (terms: string) => terms.match(/@?[a-z_]+/g) ?? []
  for (const { name, rules } of commands)
    for (const rule of rules)
      for (const concept of named(rule.slice(rule.indexOf(' '))))
        if (concept.startsWith('@')) assert.ok(concept.slice(1) in groups, `${name}: ${rule}`)
        else assert.ok(known.has(concept), `${name}: ${concept} in ${rule}`)
})

test('no command has words for a concept that the lexicon or another command has, too', () => {
  for (const [code, { lexicon }] of Object.entries(answeredLanguages)) {
    const seen = new Set(Object.keys(lexicon.concepts))
    for (const { name, words } of commands)
      for (const concept of Object.keys(words?.[code] ?? {})) {
        assert.ok(!seen.has(concept), `${concept} of ${name} in ${code}`)
        seen.add(concept)
      }
  }
})

test("a command's own sentences are said in the language of the customer", () => {
  const sentences = { en: { done: 'Done.' }, de: { done: 'Fertig.' } }
  assert.equal(speechOf('de').own('greeting', sentences).done, 'Fertig.')
  assert.equal(speechOf('fr').own('greeting', sentences).done, 'Done.')
})

test('a new language brings the words and sentences of all commands in its own folder', () => {
  const base = answeredLanguages.en ?? assert.fail()
  const added: AnsweredLanguage = {
    ...base,
    ofCommands: { fraud: { words: { not_me: 'ikke_jeg' }, sentences: { done: 'Klart.' } } },
  }
  assert.ok(
    compiledLexicon('xx', added)
      .annotate('ikke jeg')
      .hits.some(({ concept }) => concept === 'not_me'),
  )
  assert.equal(createSpeech('xx', added).own('fraud', { en: { done: 'Done.' } }).done, 'Klart.')
})
