import * as v from 'valibot'
import { DomainError } from '../lib/errors.ts'
import type { Store } from '../store/store.ts'
import { commandNames } from './commands/list.ts'
import { startTrial, type Trial, type TriedAnswer } from './trial.ts'

const Scalar = v.union([v.string(), v.number(), v.boolean(), v.null()])

const Expected = v.strictObject({
  /** The commands, in any order. */
  commands: v.optional(v.array(v.picklist(commandNames))),
  /** Each must be among the facts: its source, and any of its values. */
  facts: v.optional(v.array(v.objectWithRest({ source: v.string() }, Scalar))),
  /** `offered`, `none`, or the reason why it was refused, such as `outside_period`. */
  refund: v.optional(v.string()),
  /** Whether people take over, or why they do. */
  handOver: v.optional(v.union([v.boolean(), v.string()])),
  /** What the assistant asks for. */
  asks: v.optional(v.picklist(['order', 'item', 'product', 'page', 'proof', 'person', 'nothing'])),
  language: v.optional(v.string()),
})

const Turn = v.strictObject({ say: v.string(), expect: v.optional(Expected) })

const Conversation = v.strictObject({
  name: v.string(),
  /** Id of the signed-in customer; a guest without. */
  customer: v.optional(v.string()),
  /** Language of the page. */
  locale: v.optional(v.string()),
  turns: v.pipe(v.array(Turn), v.minLength(1)),
})

const Tests = v.strictObject({
  /** The time of all conversations, in ISO-8601. Default: now. */
  now: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  conversations: v.pipe(v.array(Conversation), v.minLength(1)),
})

export type ConversationTests = v.InferOutput<typeof Tests>

/** How a conversation went; `reason` is null if all turns were as expected. */
export interface ConversationResult {
  name: string
  reason: string | null
  durationMs: number
}

/**
 * Reads what a shop expects of its assistant.
 *
 * @param parsed the content of the file
 * @throws Error with the place of the first mistake
 */
export function readConversationTests(parsed: unknown): ConversationTests {
  const { success, output, issues } = v.safeParse(Tests, parsed)
  if (success) return output
  const [first] = issues
  throw new Error(`${v.getDotPath(first) ?? 'the file'}: ${first.message}. Correct it and try again`)
}

/** Runs the conversations one after another. Each is a trial of its own: nothing is stored. */
export async function runConversationTests(
  store: Pick<Store, 'read' | 'readSlowly'>,
  workspaceId: string,
  tests: ConversationTests,
  now: () => number,
  onResult: (result: ConversationResult) => void = () => {},
): Promise<ConversationResult[]> {
  const fixed = tests.now === undefined ? undefined : Date.parse(tests.now)
  const results: ConversationResult[] = []
  for (const { name, customer, locale, turns } of tests.conversations) {
    const begun = performance.now()
    const at = () => fixed ?? now()
    const who = { workspaceId, customerId: customer ?? null, locale: locale ?? null, now: at }
    const problems = await problemsOf(turns, () => startTrial(store, who))
    const reason = problems.length === 0 ? null : problems.join('; ')
    const result = { name, reason, durationMs: performance.now() - begun }
    results.push(result)
    onResult(result)
  }
  return results
}

async function problemsOf(
  turns: ConversationTests['conversations'][number]['turns'],
  start: () => Promise<Trial>,
): Promise<string[]> {
  const problems: string[] = []
  try {
    const trial = await start()
    for (const [index, { say, expect }] of turns.entries()) {
      const answered = await trial.say(say)
      for (const problem of expect ? mismatches(expect, answered) : [])
        problems.push(`turn ${index + 1} (${say}): ${problem}`)
    }
  } catch (error) {
    // A customer whom nobody knows; anything else would be a defect of the assistant.
    if (!(error instanceof DomainError)) throw error
    problems.push(error.message)
  }
  return problems
}

function mismatches(expected: v.InferOutput<typeof Expected>, answered: TriedAnswer): string[] {
  const found = {
    commands: answered.commands.map(({ name }) => name).sort(),
    refund: answered.offer === null ? 'none' : answered.offer.isOffered ? 'offered' : answered.offer.reason,
    handOver: answered.handOver?.reason ?? false,
    asks: answered.state.pending?.about ?? 'nothing',
    language: answered.language,
  }
  const problems: string[] = []
  const compare = (what: string, wanted: unknown, is: unknown) => {
    if (wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(is))
      problems.push(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(is)}`)
  }
  compare('commands', expected.commands?.toSorted(), found.commands)
  compare('refund', expected.refund, found.refund)
  compare('handOver', expected.handOver, expected.handOver === true ? answered.handOver !== null : found.handOver)
  compare('asks', expected.asks, found.asks)
  compare('language', expected.language, found.language)
  for (const { source, ...values } of expected.facts ?? [])
    if (!answered.facts.some((fact) => fact.source === source && includes(fact.values, values)))
      problems.push(`facts: no fact ${JSON.stringify({ source, ...values })}`)
  return problems
}

function includes(all: Record<string, unknown>, some: Record<string, unknown>): boolean {
  return Object.entries(some).every(([name, value]) => all[name] === value)
}
