import { setTimeout as sleep } from 'node:timers/promises'
import { addMessage } from '../conversations/conversations.ts'
import { leaveToPeople } from '../conversations/hand-over.ts'
import { modeOf, setMode } from '../conversations/modes.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { nextTurn } from '../lib/gate.ts'
import { stepByStep } from '../lib/steps.ts'
import { DAY_MS } from '../lib/time.ts'
import type { RefundServices } from '../refunds/offer.ts'
import type { Reader, Tx } from '../store/store.ts'
import { createCatalogs } from '../tools/catalog.ts'
import { speechOf } from './languages/speech.ts'
import { createModels } from './model/models.ts'
import { createPauses } from './pauses.ts'
import { isAssistantOn } from './settings.ts'

const TURN_JOB = 'assistant.turn'

/** The assistant answers again if nobody has written for this time, since people may be away. */
const IDLE_MS = DAY_MS

/** Whether people were to answer, and for a day before the newest message nobody has written, or taken, assigned or snoozed the conversation. */
async function isLeftAlone(reader: Reader, conversationId: string, now: number): Promise<boolean> {
  const mode = await modeOf(reader, conversationId)
  if (mode !== 'human' && mode !== 'waiting') return false
  const before = await reader.get<Record<'sentAt' | 'changedAt' | 'actedAt', number | null>>(
    `SELECT (SELECT sent_at FROM messages WHERE conversation_id = ? ORDER BY id DESC LIMIT 1 OFFSET 1) AS "sentAt",
       (SELECT at FROM conversation_modes WHERE conversation_id = ? ORDER BY id DESC LIMIT 1) AS "changedAt",
       (SELECT at FROM conversation_acts WHERE conversation_id = ? ORDER BY id DESC LIMIT 1) AS "actedAt"`,
    conversationId,
    conversationId,
    conversationId,
  )
  // An agent who snoozes a conversation until the customer writes expects the message: waking is an act, too.
  return now - Math.max(before?.sentAt ?? 0, before?.changedAt ?? 0, before?.actedAt ?? 0) > IDLE_MS
}

/** Lets the assistant answer in a conversation, unless people do; if it is switched off, the customer waits for people. One job answers all messages up to its run. */
export async function planTurn(
  tx: Tx,
  { workspaceId, conversationId }: { workspaceId: string; conversationId: string },
  now: number,
): Promise<void> {
  if (!(await isAssistantOn(tx, workspaceId))) {
    if ((await modeOf(tx, conversationId)) === 'assistant') await setMode(tx, conversationId, 'waiting', now)
    return
  }
  if (await isLeftAlone(tx, conversationId, now)) await setMode(tx, conversationId, 'assistant', now)
  const mode = await modeOf(tx, conversationId)
  if (mode !== 'assistant' && mode !== 'waiting') return
  const isPlanned = await tx.get(
    `SELECT 1 FROM jobs WHERE subject = ? AND kind = ? AND status = 'waiting' AND lease_until IS NULL`,
    conversationId,
    TURN_JOB,
  )
  if (!isPlanned) await enqueue(tx, { kind: TURN_JOB, subject: conversationId, lane: conversationId }, now)
}

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
  const pauses = createPauses()
  return {
    kind: TURN_JOB,
    concurrency: CONCURRENCY,
    perLane: null,
    isAwaited: true,
    run: async ({ subject }, end) => {
      const { makeTurn, verdictOf, writeTurn } = await turns()
      // Several may be due at once.
      await pauses(false)
      const began = performance.now()
      const count = (verdict: string) => metrics.assistantTurn(verdict, (performance.now() - began) / 1_000)
      try {
        const turn = await makeTurn({ ...services, catalogs, models, pauses }, subject)
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
    giveUp: async (tx, { subject }, _message, now) => {
      if ((await modeOf(tx, subject)) !== 'assistant') return
      const { says } = speechOf(await languageOf(tx, subject))
      await addMessage(tx, subject, { author: 'assistant', text: says.handOver }, now)
      const asked = await tx.get<{ text: string }>(
        `SELECT text FROM messages WHERE conversation_id = ? AND author = 'customer' ORDER BY id DESC LIMIT 1`,
        subject,
      )
      const summary = `The assistant could not answer: “${asked?.text ?? ''}”.`
      await leaveToPeople(tx, subject, { reason: GAVE_UP, summary }, now)
    },
    revive: async () => {},
  }
}

/** When what makes turns is loaded after the start. The first requests do not wait for it. */
const LOAD_MS = 1_000

/**
 * Loads what makes turns soon after the start if there are chats: with the first message of the day everybody would wait 20 ms for it.
 *
 * @param signal gives up
 */
export async function loadForChats(
  reader: Reader,
  signal: AbortSignal,
  { afterMs, load }: { afterMs: number; load: () => Promise<unknown> } = { afterMs: LOAD_MS, load: turns },
): Promise<void> {
  if (!(await reader.get('SELECT 1 FROM conversations LIMIT 1'))) return
  await sleep(afterMs, undefined, { signal, ref: false })
  await load()
}

let loaded: ReturnType<typeof load> | undefined

/** What makes turns, loaded with the first chat at the latest: servers without chats need no lexicons. */
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
