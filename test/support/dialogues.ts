import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { Answer } from '../../src/assistant/answer.ts'
import { startTrial } from '../../src/assistant/trial.ts'
import { type AskedShop, SHOP_TIME, sampleAssistant } from './assistant.ts'

/*
 * Simulated customers who talk to the assistant of the sample shop until a person takes over, or until they have said enough. What they say is
 * in `test/assistant/dialogues`, by kind of customer and by what the assistant has just said. A hash chooses the words, so every run is the same.
 */

export const KINDS = ['impatient', 'vague', 'chatty', 'wrong-number'] as const
export type Kind = (typeof KINDS)[number]
/** What the assistant has just done: nothing yet, asked which order, not helped, or stated a fact. */
type Moment = 'first' | 'asked' | 'again' | 'fact'

export const DIALOGUES = 200
const LANGUAGES = ['en', 'de', 'fr', 'es']
/** Signed-in customers with several orders and with one, and guests. */
const CUSTOMERS = ['cust-81', null, 'cust-196', null, 'cust-160']
/** Messages of a customer whom nobody helps. */
const MOST_SAID = 10
const SEED = 'storewire dialogues 1'
const folder = new URL('../assistant/dialogues/', import.meta.url)

export interface SimulatedCustomer {
  index: number
  kind: Kind
  language: string
  /** Null for a guest. */
  customerId: string | null
}

export interface Dialogue {
  customer: SimulatedCustomer
  turns: { said: string; answer: Answer }[]
  /** Whether a person took over. Nothing is said after that. */
  reachedPerson: boolean
  /** The number of answers that have the sentence that was repeated most. */
  mostRepeated: number
}

/** The 200 customers: equally many of each kind, in all languages. */
export function simulatedCustomers(): SimulatedCustomer[] {
  return Array.from({ length: DIALOGUES }, (_, index) => ({
    index,
    kind: KINDS[index % KINDS.length] ?? 'vague',
    language: LANGUAGES[Math.floor(index / KINDS.length) % LANGUAGES.length] ?? 'en',
    customerId: CUSTOMERS[Math.floor(index / (KINDS.length * LANGUAGES.length)) % CUSTOMERS.length] ?? null,
  }))
}

/** Lets all simulated customers talk to one sample shop. */
export async function simulate(
  t: TestContext,
  customers = simulatedCustomers(),
  prepare?: (shop: AskedShop) => Promise<void>,
): Promise<Dialogue[]> {
  const shop = await sampleAssistant(t)
  await prepare?.(shop)
  const dialogues: Dialogue[] = []
  for (const customer of customers) dialogues.push(await talk(shop, customer))
  return dialogues
}

/** Whether a customer heard one sentence three times and no person came. */
export function isStuck({ reachedPerson, mostRepeated }: Dialogue): boolean {
  return mostRepeated >= 3 && !reachedPerson
}

async function talk({ store, workspaceId }: AskedShop, customer: SimulatedCustomer): Promise<Dialogue> {
  const { customerId, language: locale } = customer
  const trial = await startTrial(store, { workspaceId, customerId, locale, now: () => SHOP_TIME })
  const turns: Dialogue['turns'] = []
  const nextWords = createVoice(customer)
  let last: Answer | null = null
  while (turns.length < MOST_SAID && last?.handOver == null) {
    const said = nextWords(last)
    last = await trial.say(said)
    turns.push({ said, answer: last })
  }
  return { customer, turns, reachedPerson: last?.handOver != null, mostRepeated: mostRepeatedIn(turns) }
}

function momentOf(answer: Answer | null): Moment {
  if (answer === null) return 'first'
  if (answer.state.pending?.about === 'order' || answer.state.pending?.about === 'proof') return 'asked'
  return answer.facts.length > 0 ? 'fact' : 'again'
}

/** What a customer says after each answer. Only the vague one uses buttons, and not always. */
function createVoice({ index, kind, language }: SimulatedCustomer): (answer: Answer | null) => string {
  const lines = linesOf(language)
  const used = new Map<string, number>()
  return (answer) => {
    const section = `${kind} ${momentOf(answer)}`
    const said = lines.get(section) ?? []
    const times = used.get(section) ?? 0
    used.set(section, times + 1)
    const chance = createHash('sha256').update(`${SEED}\n${index}\n${section}`).digest()
    const buttons = answer?.state.pending?.about === 'order' ? answer.choices : []
    if (kind === 'vague' && buttons.length > 1 && chance.readUInt8(8 + (times % 8)) % 3 === 0) {
      const button = buttons[chance.readUInt8(16) % (buttons.length - 1)]
      if (button) return button.text
    }
    return said[(chance.readUInt32BE() + times) % said.length] ?? ''
  }
}

const read = new Map<string, Map<string, string[]>>()

function linesOf(language: string): Map<string, string[]> {
  const before = read.get(language)
  if (before) return before
  const sections = new Map<string, string[]>()
  let section: string[] = []
  for (const line of readFileSync(new URL(`${language}.txt`, folder), 'utf8').split('\n')) {
    const heading = /^\[(.+)\]$/.exec(line)?.[1]
    if (heading !== undefined) {
      section = []
      sections.set(heading, section)
    } else if (line !== '' && !line.startsWith(';')) section.push(line)
  }
  read.set(language, sections)
  return sections
}

function mostRepeatedIn(turns: Dialogue['turns']): number {
  const counts = new Map<string, number>()
  for (const { answer } of turns) {
    for (const text of new Set(answer.sentences.map(({ text }) => text))) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}
