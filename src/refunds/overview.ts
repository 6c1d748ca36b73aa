import { DAY_MS } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'

/** What waits for an agent. Amounts in minor units. */
export interface WaitingRefunds {
  waiting: number
  /** When the oldest of them began to wait, in epoch milliseconds; null if none waits. */
  oldestAt: number | null
  sums: { currency: string; amount: number }[]
}

export async function waitingRefunds(reader: Reader, workspaceId: string): Promise<WaitingRefunds> {
  const rows = await reader.all<{ currency: string; amount: number; count: number; oldest: string }>(
    `SELECT currency, sum(amount) AS amount, count(*) AS count, min(id) AS oldest FROM refunds
     WHERE workspace_id = ? AND status = 'awaiting_approval' GROUP BY currency ORDER BY currency`,
    workspaceId,
  )
  const oldest = rows.map((row) => row.oldest).sort()[0]
  const began = await reader.get<{ at: number }>(
    `SELECT at FROM refund_moves WHERE refund_id = ? AND to_status = 'awaiting_approval' ORDER BY number DESC LIMIT 1`,
    oldest ?? '',
  )
  return {
    waiting: rows.reduce((sum, { count }) => sum + count, 0),
    oldestAt: began?.at ?? null,
    sums: rows.map(({ currency, amount }) => ({ currency, amount })),
  }
}

/** How many refunds have failed in the last seven days. */
export async function failedThisWeek(reader: Reader, workspaceId: string, now: number): Promise<number> {
  const failed = await reader.get<{ count: number }>(
    `SELECT count(*) AS count FROM refunds WHERE workspace_id = ? AND status = 'failed' AND finished_at > ?`,
    workspaceId,
    now - 7 * DAY_MS,
  )
  return failed?.count ?? 0
}

/** How a workspace's refund endpoint does. Times are epoch milliseconds. */
export interface EndpointHealth {
  isSetUp: boolean
  /** The last signed ping; null if there never was one. */
  lastTest: { at: number; isGood: boolean; isOutdated: boolean } | null
  /** When a test of the address and secret of today last succeeded; null if none did. */
  testedAt: number | null
  /** Of the last calls, how many got an answer that counts. */
  calls: number
  answered: number
}

/** Calls that the share of answers is about. */
const CALLS = 100

interface Test {
  at: number
  verdict: string | null
}

export async function endpointHealth(reader: Reader, workspaceId: string): Promise<EndpointHealth> {
  const settings = await reader.get<{ isSetUp: number; setAt: number | null }>(
    `SELECT endpoint_url IS NOT NULL AND secret IS NOT NULL AS "isSetUp", endpoint_set_at AS "setAt" FROM refund_settings
     WHERE workspace_id = ?`,
    workspaceId,
  )
  const setAt = settings?.setAt ?? 0
  const [last, good] = await Promise.all(
    ['', `AND verdict = 'ok'`].map((more) => newestTest(reader, workspaceId, more)),
  )
  const calls = await reader.all<{ verdict: string }>(
    'SELECT verdict FROM refund_deliveries WHERE workspace_id = ? AND verdict IS NOT NULL ORDER BY id DESC LIMIT ?',
    workspaceId,
    CALLS,
  )
  return {
    isSetUp: settings?.isSetUp === 1,
    lastTest: last ? { at: last.at, isGood: last.verdict === 'ok', isOutdated: last.at < setAt } : null,
    testedAt: good && good.at >= setAt ? good.at : null,
    calls: calls.length,
    answered: calls.filter(({ verdict }) => !verdict.startsWith('no_answer:') && verdict !== 'bad_signature').length,
  }
}

function newestTest(reader: Reader, workspaceId: string, more: string): Promise<Test | undefined> {
  return reader.get<Test>(
    `SELECT sent_at AS at, verdict FROM refund_deliveries WHERE workspace_id = ? AND type = 'ping' ${more}
     ORDER BY id DESC LIMIT 1`,
    workspaceId,
  )
}
