import { formatAmount } from '../../lib/amounts.ts'
import { toIso, toIsoOrNull, toMinute } from '../../lib/time.ts'
import { type AgentView, failingWords, overTotalWords, viewOf, viewWords } from '../../refunds/agent-view.ts'
import type { Refund } from '../../refunds/refunds.ts'
import type { Reader } from '../../store/store.ts'
import { print, printTable } from './output.ts'
import { cut, spare } from './table.ts'

/** Each refund as agents see it. */
export function viewsOf(reader: Reader, refunds: Refund[]): Promise<AgentView[]> {
  return Promise.all(refunds.map((refund) => viewOf(reader, refund)))
}

/** Times for scripts are ISO-8601 in UTC. */
export function forScripts({
  basis: _,
  hasUnansweredTry: __,
  createdAt,
  expiresAt,
  finishedAt,
  failing,
  ...refund
}: AgentView): object {
  return {
    ...refund,
    createdAt: toIso(createdAt),
    expiresAt: toIsoOrNull(expiresAt),
    finishedAt: toIsoOrNull(finishedAt),
    failing: failing && { ...failing, nextAt: toIsoOrNull(failing.nextAt) },
  }
}

export async function showOne(refund: AgentView): Promise<void> {
  await table([refund])
  const words = [
    refund.failing && failingWords(refund.failing),
    refund.overOrderTotal && overTotalWords(refund, refund.overOrderTotal),
    refund.possiblyRefunded
      ? 'The shop may have made this refund. Check with the shop before you start another one.'
      : null,
  ].filter((sentence) => sentence !== null)
  for (const sentence of words) {
    print('')
    print(sentence)
  }
}

export function table(refunds: AgentView[]): Promise<void> {
  return printTable(
    ['ID', cut('ORDER'), 'AMOUNT', 'REASON', cut('STATUS'), spare('REFERENCE'), spare('CREATED')],
    refunds.map((refund) => [
      refund.id,
      refund.orderId,
      formatAmount(refund.amount, refund.currency),
      refund.kind,
      viewWords(refund),
      refund.refundId ?? '',
      toMinute(refund.createdAt),
    ]),
  )
}
