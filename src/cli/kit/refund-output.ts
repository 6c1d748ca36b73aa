import { toIso, toIsoOrNull } from '../../lib/time.ts'
import { type AgentView, overTotalWords, viewOf, viewWords } from '../../refunds/agent-view.ts'
import { formatAmount } from '../../refunds/outcome-message.ts'
import type { Refund } from '../../refunds/refunds.ts'
import type { Reader } from '../../store/store.ts'
import { print, printTable } from './output.ts'

/** Each refund as agents see it. */
export function viewsOf(reader: Reader, refunds: Refund[]): Promise<AgentView[]> {
  return Promise.all(refunds.map((refund) => viewOf(reader, refund)))
}

/** Times leave the program as ISO-8601 in UTC. */
export function forScripts({
  basis: _,
  hasUnansweredTry: __,
  createdAt,
  expiresAt,
  finishedAt,
  ...refund
}: AgentView): object {
  return {
    ...refund,
    createdAt: toIso(createdAt),
    expiresAt: toIsoOrNull(expiresAt),
    finishedAt: toIsoOrNull(finishedAt),
  }
}

export async function showOne(refund: AgentView): Promise<void> {
  await table([refund])
  const words = [
    refund.overOrderTotal && overTotalWords(refund, refund.overOrderTotal),
    refund.possiblyRefunded
      ? 'The shop may have paid this refund back: look it up there before you start another one.'
      : null,
  ].filter((sentence) => sentence !== null)
  for (const sentence of words) {
    print('')
    print(sentence)
  }
}

export function table(refunds: AgentView[]): Promise<void> {
  return printTable(
    ['ID', 'ORDER', 'AMOUNT', 'REASON', 'STATUS', 'REFERENCE', 'CREATED'],
    refunds.map((refund) => [
      refund.id,
      refund.orderId,
      formatAmount(refund.amount, refund.currency),
      refund.kind,
      viewWords(refund),
      refund.refundId ?? '',
      toIso(refund.createdAt),
    ]),
  )
}
