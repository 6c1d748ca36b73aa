import { addMessage } from '../conversations/conversations.ts'
import { leaveToPeople } from '../conversations/hand-over.ts'
import { modeOf } from '../conversations/modes.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import { nextTurn } from '../lib/gate.ts'
import { stepByStep } from '../lib/steps.ts'
import type { RefundServices } from '../refunds/offer.ts'
import type { Reader } from '../store/store.ts'
import { createCatalogs } from '../tools/catalog.ts'
import { createModels } from './model/models.ts'
import { TURN_JOB } from './plan-turn.ts'
import { speechOf } from './templates/speech.ts'

const RETRY_MS = [1_000, 5_000, 30_000]
const CONCURRENCY = 4
/** Why people answer after a turn that failed every time. */
const GAVE_UP = 'failed'

/**
 * Answers in a conversation. Running twice is safe: a message that was answered is not answered again, and an offer that was made is
 * found again. A turn that is outdated when it is written is made again by the job of the newer message.
 */
export function turnJobHandler(services: RefundServices): JobHandler {
  const catalogs = createCatalogs(services.store, services.clock.now)
  const models = createModels(services)
  const { metrics } = services
  return {
    kind: TURN_JOB,
    concurrency: CONCURRENCY,
    perLane: null,
    isAwaited: true,
    run: async ({ subject }, end) => {
      const { makeTurn, verdictOf, writeTurn } = await turns()
      const begun = performance.now()
      const count = (verdict: string) => metrics.assistantTurn(verdict, (performance.now() - begun) / 1_000)
      try {
        const turn = await makeTurn({ ...services, catalogs, models }, subject)
        if (!turn) return
        let isWritten = false
        await end(async (tx, now) => {
          isWritten = await writeTurn(tx, turn, now)
          return undefined
        })
        turn.model?.written()
        count(isWritten ? verdictOf(turn) : 'outdated')
        if (isWritten && turn.answered.handOver) metrics.assistantHandOver(turn.answered.handOver.reason)
      } catch (error) {
        count('failed')
        throw error
      }
    },
    retryAfter: ({ attempts }) => {
      const waitMs = RETRY_MS[attempts - 1] ?? null
      if (waitMs === null) metrics.assistantHandOver(GAVE_UP)
      return waitMs
    },
    giveUp: async (tx, { subject }, message, now) => {
      if ((await modeOf(tx, subject)) !== 'assistant') return
      const { says } = speechOf(await languageOf(tx, subject))
      await addMessage(tx, subject, { author: 'assistant', text: says.handOver }, now)
      await leaveToPeople(tx, subject, { reason: GAVE_UP, summary: `The assistant could not answer: ${message}` }, now)
    },
    revive: async () => {},
  }
}

let loaded: ReturnType<typeof load> | undefined

/** What makes turns, loaded with the first chat: servers without chats need no lexicons. */
function turns(): ReturnType<typeof load> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<typeof import('./turns.ts')> {
  // In parts, with a turn of the event loop for others after each.
  await import('./understand/language.ts')
  await nextTurn()
  const [turns, { warmUp }] = [await import('./turns.ts'), await import('./warm-up.ts')]
  await nextTurn()
  await stepByStep(warmUp())
  return turns
}

/** The language of a conversation so far; English before the first answer. */
async function languageOf(reader: Reader, conversationId: string): Promise<string> {
  const row = await reader.get<{ language: string | null }>(
    'SELECT language FROM conversations WHERE id = ?',
    conversationId,
  )
  return row?.language ?? 'en'
}
