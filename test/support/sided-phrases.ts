import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Answer, ConversationState } from '../../src/assistant/answer.ts'
import { newConversation } from '../../src/assistant/answer.ts'
import { speechOf } from '../../src/assistant/languages/speech.ts'
import { mayBeNumber } from '../../src/tools/order-number.ts'
import type { createAsker } from './assistant.ts'

/*
 * Phrases on both sides of a line: each section of a file is what a phrase is, or is not. A third of them, chosen by a hash, is kept aside:
 * it is only counted, and nothing is tuned by it.
 */

const folder = fileURLToPath(new URL('../assistant/phrases/', import.meta.url))
const SEED = 'storewire sides 1'
/** One in so many phrases is kept aside. */
const KEPT_ASIDE = 3
const LANGUAGES = ['en', 'de', 'fr', 'es']

/** A phrase with the section of its file that it is from. */
export interface SidedPhrase {
  text: string
  /** The language of the page. */
  page: string
  section: string
  isKeptAside: boolean
}

/** What came of a phrase: what is wrong with its answers, empty if nothing is. */
export interface Judged {
  phrase: SidedPhrase
  faults: string[]
}

type Ask = Awaited<ReturnType<typeof createAsker>>

export function sidedPhrases(kind: 'tongues' | 'numbers'): SidedPhrase[] {
  return LANGUAGES.flatMap((page) => {
    let section = ''
    return readFileSync(`${folder}${kind}/${page}.txt`, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const heading = /^\[(.+)\]$/.exec(line)?.[1]
        section = heading ?? section
        if (heading !== undefined || line === '' || line.startsWith(';')) return []
        return [{ text: line, page, section, isKeptAside: isKeptAside(kind, page, line) }]
      })
  })
}

function isKeptAside(kind: string, page: string, text: string): boolean {
  return createHash('sha256').update(`${SEED}\n${kind}\n${page}\n${text}`).digest().readUInt32BE() % KEPT_ASIDE === 0
}

/** Asks in a new conversation on a page of the language, and in the middle of a conversation in it. */
export async function judgeTongue(ask: Ask, phrase: SidedPhrase): Promise<Judged> {
  const { text, page, section } = phrase
  const first = await ask(null, text, newConversation, page)
  const later = await ask(null, text, { ...newConversation, language: page })
  const faults = [first, later].flatMap((answer, index) => {
    const isOther = !LANGUAGES.includes(section)
    const isRight = answer.language === section && (answer.handOver?.reason === 'other_language') === isOther
    return isRight ? [] : [`${index === 0 ? 'first' : 'later'} ${answer.language}`]
  })
  return { phrase, faults }
}

/** The customer of the phrases about numbers, and the numbers of their orders. */
export const NUMBERED = 'c-numbers'
export const NUMBERS = ['#1041', '#1052', '#2019', '#70115', 'WL-2026/004']

/** The order of a number: its id is the number's letters and digits. */
export const idOfNumber = (number: string) => number.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Asks as the customer of the orders, and as a guest. */
export async function judgeNumber(ask: Ask, phrase: SidedPhrase): Promise<Judged> {
  const state: ConversationState = { ...newConversation, language: phrase.page }
  const [own, guest] = [await ask(NUMBERED, phrase.text, state), await ask(null, phrase.text, state)]
  return { phrase, faults: [...faultsOfOwn(phrase, own), ...faultsOfGuest(phrase, guest)] }
}

function faultsOfOwn({ section, page }: SidedPhrase, answer: Answer): string[] {
  const { noSuchOrder } = speechOf(page).says
  const denied = (number: string) => answer.text.toLowerCase().includes(noSuchOrder(number).toLowerCase())
  const [before = ''] = noSuchOrder('|').split('|')
  const named = answer.state.orderId
  if (section === 'no number') {
    const isDenied = answer.text.includes(before)
    return isDenied || named !== null ? [`taken for a number: ${answer.text}`] : []
  }
  const wrong = /^number=(.+)$/.exec(section)?.[1]
  if (wrong !== undefined) return denied(wrong) ? [] : [`not denied: ${answer.text}`]
  const id = /(?:^order=|^status of )(.+)$/.exec(section)?.[1]
  const isStatus = section.startsWith('order=') || answer.commands[0]?.name === 'order_status'
  return named === id && isStatus ? [] : [`${named} ${answer.commands[0]?.name}: ${answer.text}`]
}

function faultsOfGuest({ section, text }: SidedPhrase, { state, tried }: Answer): string[] {
  const number = state.proof.number ?? tried?.numbers[0] ?? null
  if (section === 'no number') return number === null ? [] : [`guest: ${number}`]
  const right = section.replace(/^.*[= ]/, '').toLowerCase()
  // Without a word for it a year is no number for a guest, unless it is all that the message has.
  if (number === null && section === 'order=2019' && !/order|bestell|commande|pedido|#/i.test(text)) return []
  return number !== null && mayBeNumber(number, right) ? [] : [`guest: ${number}, not ${right}`]
}
