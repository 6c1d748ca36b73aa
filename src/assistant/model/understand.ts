import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { reasonKinds } from '../../refunds/reasons.ts'
import { optionsOf } from '../../tools/choose-variants.ts'
import { getProduct } from '../../tools/get-product.ts'
import { listTickets } from '../../tools/list-tickets.ts'
import { type ToolContext, useTool } from '../../tools/tool.ts'
import type { ConversationState } from '../answer.ts'
import type { Command } from '../commands/command.ts'
import { commandNames, forPeople } from '../commands/list.ts'
import { orderNumbersIn } from '../understand/numbers.ts'
import type { Understood } from '../understand/understand.ts'
import { fold } from '../understand/words.ts'
import type { Question } from './ask.ts'
import { type Candidates, shownCandidates } from './candidates.ts'
import { UNDERSTAND } from './instructions.ts'
import type { Placeholders } from './placeholders.ts'
import { readReply } from './reply.ts'
import type { TurnModel } from './turn-model.ts'

/** A message of the conversation so far. */
export interface Spoken {
  author: 'customer' | 'assistant' | 'agent'
  text: string
}

const MOST_COMMANDS = 3
const MOST_TOKENS = 2_000
/** Characters of the conversation that are sent, the newest first. */
const MOST_CHARACTERS = 2_000
const MOST_SPOKEN = 10

const Id = v.nullable(v.pipe(v.string(), v.maxLength(20)))
const Reply = v.object({
  commands: v.pipe(
    v.array(
      v.object({
        name: v.picklist(commandNames),
        order: Id,
        items: v.array(v.pipe(v.string(), v.maxLength(20))),
        product: Id,
        options: v.array(v.pipe(v.string(), v.maxLength(100))),
        kind: v.nullable(v.picklist(reasonKinds)),
        choice: v.nullable(v.pipe(v.number(), v.integer())),
      }),
    ),
    v.minLength(1),
    v.maxLength(20),
  ),
})
type ReadCommand = v.InferOutput<typeof Reply>['commands'][number]

/** Members that a model leaves out count as not named. */
const Lenient = v.pipe(
  v.looseObject({ commands: v.array(v.record(v.string(), v.unknown())) }),
  v.transform(({ commands }) => ({
    commands: commands.map((command) => ({
      order: null,
      items: [],
      product: null,
      options: [],
      kind: null,
      choice: null,
      ...command,
    })),
  })),
  Reply,
)

let strict: object | undefined

/** The schema of the reply. Strict endpoints accept no bounds in it: the reply is checked here. */
function replySchema(): object {
  strict ??= withoutBounds(toJsonSchema(Reply, { errorMode: 'ignore' })) as object
  return strict
}

function withoutBounds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutBounds)
  if (typeof node !== 'object' || node === null) return node
  const kept = Object.entries(node).filter(([name]) => !/^(min|max)(Length|Items)$|^\$schema$/.test(name))
  const plain = Object.fromEntries(kept.map(([name, value]) => [name, withoutBounds(value)]))
  return 'properties' in plain ? { ...plain, additionalProperties: false } : plain
}

/** The question what a message asks for. @param data the conversation and the candidates, without personal data */
export function understandQuestion(data: unknown): Question {
  const schema = { name: 'commands', schema: replySchema() }
  return { system: UNDERSTAND, user: JSON.stringify(data), schema, maxTokens: MOST_TOKENS }
}

/** The commands of a reply. @throws ModelProblem */
export function readCommands(text: string): v.InferOutput<typeof Reply> {
  return readReply(text, Lenient)
}

export interface Asking {
  tools: ToolContext
  before: ConversationState
  message: string
  /** The conversation so far with the message, the oldest first. */
  spoken: Spoken[]
  /** What the rules made of the message. */
  read: Understood
}

/**
 * Lets a model name the commands of a message. What it returns is checked: ids that were not among the candidates and words that the
 * customer did not write are dropped, so the plan that follows is one that the customer's own words could have caused.
 *
 * @throws ModelProblem
 */
export async function understandBy(
  model: TurnModel,
  { tools, before, message, spoken, read }: Asking,
  candidates: Candidates,
  placeholders: Placeholders,
): Promise<Understood> {
  const hide = (text: string) => placeholders.hide(text)
  const tickets =
    model.settings.shareTickets && tools.asker.customerId !== null ? await useTool(listTickets, tools, {}) : []
  const data = hiddenTexts(
    {
      messages: lastOf(spoken),
      question: before.pending ? { about: before.pending.about, choices: before.pending.choices } : null,
      ...shownCandidates(candidates),
      ...(tickets.length > 0 ? { tickets: tickets.map(({ subject, messages }) => ({ subject, messages })) } : {}),
    },
    hide,
  )
  const { commands } = await model.ask('understand', understandQuestion(data), (text) => ({
    value: readCommands(text),
    outcome: 'ok',
  }))
  const found: Command[] = []
  for (const command of commands.slice(0, MOST_COMMANDS))
    found.push(await toCommand(command, { tools, message, candidates }))
  return {
    language: read.language,
    commands: found,
    confidence: 1,
    isAgreed: true,
    why: found.map(({ name }) => `${name}: read by ${model.settings.model}`),
  }
}

/** The last messages that fit. */
function lastOf(spoken: Spoken[]): Spoken[] {
  const kept: Spoken[] = []
  let left = MOST_CHARACTERS
  for (const { author, text } of spoken.slice(-MOST_SPOKEN).reverse()) {
    if (left <= 0) break
    kept.unshift({ author, text: text.slice(0, left) })
    left -= text.length
  }
  return kept
}

/** The same data with every text hidden, except for ids and names of members. */
function hiddenTexts(node: unknown, hide: (text: string) => string, name = ''): unknown {
  if (typeof node === 'string') return name === 'id' || name === 'author' ? node : hide(node)
  if (Array.isArray(node)) return node.map((entry) => hiddenTexts(entry, hide, name))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, hiddenTexts(value, hide, key)]))
}

/** A command for the plan: what the model found, as words that name orders and products exactly. */
async function toCommand(
  { name, order, items, product, options, kind, choice }: ReadCommand,
  { tools, message, candidates }: { tools: ToolContext; message: string; candidates: Candidates },
): Promise<Command> {
  const named = candidates.orders[indexOf('O', order)]
  // A number in the message comes first, also if it is nobody's.
  const number = named && orderNumbersIn(message).length === 0 ? `#${named.number.replace(/^#\s*/, '')}` : undefined
  const titles = items.flatMap((item) => {
    const [of, at] = item.split('.')
    return of === order ? (named?.items[Number(at) - 1]?.title ?? []) : []
  })
  const chosen = candidates.products[indexOf('P', product)]
  const values = chosen ? await valuesOf(tools, chosen.id, options, message) : []
  const exact = [number, ...titles, chosen?.title, ...values].filter((part) => part !== undefined).join(' ')
  const text = exact === '' ? message : forPeople.has(name) ? `${message} (${exact})` : exact
  const command: Command = {
    name,
    text: text.trim(),
    kind: name === 'refund_request' ? (kind ?? 'other') : null,
    choice,
  }
  // Two orders may have one number.
  return named && number !== undefined ? { ...command, orderId: named.id } : command
}

function indexOf(letter: string, id: string | null): number {
  return id !== null && new RegExp(`^${letter}\\d{1,2}$`).test(id) ? Number(id.slice(1)) - 1 : -1
}

/** Options that the product has, or that are in the customer's words: a model's own invention would be answered as not offered. */
async function valuesOf(tools: ToolContext, id: string, options: string[], message: string): Promise<string[]> {
  if (options.length === 0) return []
  const product = await useTool(getProduct, tools, { id })
  const offered = new Set((product ? optionsOf(product) : []).flatMap(({ values }) => values.map(fold)))
  const written = fold(message)
  return options.filter((option) => offered.has(fold(option)) || written.includes(fold(option)))
}
