import type { Reader } from '../../store/store.ts'

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
