import { getWorkspace } from '../../access/workspaces.ts'
import type { RefundServices } from '../../refunds/offer.ts'
import { composeQuestion } from './compose.ts'
import { createTurnModel } from './create-turn-model.ts'
import { createLimits } from './limits.ts'
import { type CalledModel, getModel, type Learnt } from './model-settings.ts'
import { ModelProblem } from './problem.ts'
import type { Step, TurnModel } from './turn-model.ts'
import { readCommands, understandQuestion } from './understand.ts'
import { usageToday } from './usage.ts'
import { verify } from './verify/verify.ts'

/** What works at an endpoint, tried with made-up data. */
export interface ModelCheck {
  model: string
  steps: { step: Step; isOk: boolean; found: string; ms: number }[]
  /** What the endpoint accepts; null if nothing came back. */
  accepts: Learnt | null
  /** What a turn with both steps costs. */
  calls: number
  tokensIn: number
  tokensOut: number
}

/** The time for both steps: a model that loads first may take longer than a turn allows. Proxies wait a minute for a response. */
const LIMIT_MS = 50_000

const SAMPLE = {
  messages: [{ author: 'customer', text: 'hi, has the thing with the wick left yet?' }],
  question: null,
  orders: [
    { id: 'O1', status: 'delivered', items: [{ id: 'O1.1', title: 'Mug' }] },
    { id: 'O2', status: 'processing', items: [{ id: 'O2.1', title: 'Candle' }] },
  ],
  products: [{ id: 'P1', title: 'Candle' }],
}

const SENTENCES = [
  { text: 'Order O2 is being prepared and has not been shipped yet.', facts: ['f1'], data: [] },
  { text: 'It is expected on 5 March 2026.', facts: ['f1'], data: [] },
]

/**
 * Asks the model of a workspace both questions with made-up data, and keeps what was learnt about its endpoint.
 *
 * @returns null if the workspace has no model
 * @throws DomainError SERVICE_UNAVAILABLE if the key cannot be decrypted
 */
export async function checkModel(services: RefundServices, workspaceId: string): Promise<ModelCheck | null> {
  const { store, clock, outbound, sealer } = services
  const model = await getModel(store.read, workspaceId, sealer)
  if (!model) return null
  const { test: isTest } = await getWorkspace(store.read, workspaceId)
  const stored = await usageToday(store.read, workspaceId, clock.now())
  const outcomes: ModelCheck['steps'] = []
  const metrics = { assistantModel: () => {} }
  const counted = { ...model, workspaceId, conversationId: 'check-model' }
  const options = {
    outbound,
    metrics,
    limits: createLimits(clock.now),
    stored,
    isTest,
    limitMs: LIMIT_MS,
  }
  const turn = await createTurnModel(model, counted, { ...options, wait: undefined })
  outcomes.push(await tried('understand', () => readSample(turn)))
  outcomes.push(await tried('compose', () => wordSample(turn)))
  const used = turn.used()
  if (used) await store.write((tx) => used.keep(tx, clock.now()))
  const { learnt } =
    (await getModel(store.read, workspaceId, sealer)) ?? ({ learnt: null } as Pick<CalledModel, 'learnt'>)
  return {
    model: model.model,
    steps: outcomes,
    accepts: learnt,
    calls: used?.requests ?? 0,
    tokensIn: used?.tokensIn ?? 0,
    tokensOut: used?.tokensOut ?? 0,
  }
}

async function tried(step: Step, work: () => Promise<{ isOk: boolean; found: string }>) {
  const begun = performance.now()
  const result = await work().catch((error) => {
    if (error instanceof ModelProblem) return { isOk: false, found: error.message }
    throw error
  })
  return { step, ...result, ms: Math.round(performance.now() - begun) }
}

function readSample(turn: TurnModel): Promise<{ isOk: boolean; found: string }> {
  return turn.ask('understand', understandQuestion(SAMPLE), (text) => {
    const [first] = readCommands(text).commands
    const isOk = first?.order === 'O2' && first.name === 'order_status'
    const found = `${first?.name ?? 'nothing'}, order ${first?.order ?? 'none'}${isOk ? '' : '; expected order_status, order O2'}`
    return { value: { isOk, found }, outcome: 'ok' }
  })
}

function wordSample(turn: TurnModel): Promise<{ isOk: boolean; found: string }> {
  const data = { language: 'en', customer: SAMPLE.messages[0]?.text, sentences: SENTENCES }
  return turn.ask('compose', composeQuestion(data), (text) => {
    const verdict = verify(text, {
      sentences: SENTENCES,
      subjects: { f1: 'O2' },
      spoken: 'en',
      wanted: 'en',
      tokensIn: (part) => part.match(/\bO2\b/g) ?? [],
    })
    const found = verdict.isFaithful
      ? verdict.text
      : `its words would not be used (${verdict.fault}): ${text.slice(0, 200)}`
    return { value: { isOk: verdict.isFaithful, found }, outcome: 'ok' }
  })
}
