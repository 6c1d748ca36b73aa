import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../assistant/phrases/', import.meta.url))
const SEED = 'storewire phrases 1'
/** One in so many phrases is held out. */
const HELD_OUT = 5

/** What the fourth phrases are about: other subjects than orders, what shops are asked beside orders, and orders. */
export type Subject = 'other' | 'shop' | 'orders'
/** Of phrases about other subjects two in so many are held out: false hits are rare, so it takes many to count them. */
const HELD_OUT_OTHERS = 2

/** A phrase of a customer with what it stands for. */
export interface Phrase {
  text: string
  /** Code of its language. */
  language: string
  /** For each thing that is asked for, the commands that are right. */
  expected: string[][]
  /** What else must be found in it, such as `order` and `kind`. */
  entities: Record<string, string>
  isHeldOut: boolean
}

/** All phrases of `test/assistant/phrases` that were written before the lexicons. */
export function phrases(): Phrase[] {
  return phrasesIn(folder)
}

/** Phrases that were written after the first lexicons, to tune by; none is held out. */
export function laterPhrases(): Phrase[] {
  return phrasesIn(`${folder}later/`).map((phrase) => ({ ...phrase, isHeldOut: false }))
}

/** Phrases that were written for the second vote to learn from; none is held out. */
export function taughtPhrases(): Phrase[] {
  return phrasesIn(`${folder}taught/`).map((phrase) => ({ ...phrase, isHeldOut: false }))
}

/** Phrases that were written after the lexicons had been tuned twice. A fifth of them is held out, too. */
export function thirdPhrases(): Phrase[] {
  return phrasesIn(`${folder}third/`)
}

/**
 * Phrases in many registers that were written before the second part of the assistant: mostly about other subjects, and about what shops
 * are asked beside orders. Held-out ones are only counted, never looked at while something is tuned.
 */
export function fourthPhrases(): (Phrase & { subject: Subject })[] {
  const inside = `${folder}fourth/`
  return readdirSync(inside).flatMap((name) => {
    const [language = '', subject = ''] = name.split('.')
    return phrasesOf(language, readFileSync(inside + name, 'utf8')).map((phrase) => ({
      ...phrase,
      subject: subject as Subject,
      isHeldOut: numberOf(name, phrase.text) % HELD_OUT < (subject === 'other' ? HELD_OUT_OTHERS : 1),
    }))
  })
}

function phrasesIn(folder: string): Phrase[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => phrasesOf(name.replace(/\.txt$/, ''), readFileSync(folder + name, 'utf8')))
}

function phrasesOf(file: string, content: string): Phrase[] {
  let section = ''
  const found: Phrase[] = []
  for (const line of content.split('\n')) {
    if (line === '' || line.startsWith(';')) continue
    if (/^\[[a-z_ |+]+\]$/.test(line)) {
      section = line.slice(1, -1)
      continue
    }
    const [text = '', entities = ''] = line.split(' || ')
    const isOther = file === 'other'
    found.push({
      text,
      language: isOther ? section : file,
      expected: isOther ? [['human']] : section.split(' + ').map((choice) => choice.split('|')),
      entities: Object.fromEntries(entities.split(', ').flatMap((entity) => (entity ? [entity.split('=')] : []))),
      isHeldOut: isHeldOut(file, text),
    })
  }
  return found
}

function isHeldOut(file: string, text: string): boolean {
  return numberOf(file, text) % HELD_OUT === 0
}

/** A number that a phrase always has, and that says nothing about it. */
function numberOf(file: string, text: string): number {
  return createHash('sha256').update(`${SEED}\n${file}\n${text}`).digest().readUInt32BE()
}
