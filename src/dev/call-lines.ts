import type { DevCall } from '../console/dev-view.ts'
import { terminalLines, timeOf } from '../http/terminal-lines.ts'
import { explanationOf, verdictName, wentWell } from '../refunds/endpoint/call-endpoint.ts'
import type { SentDelivery } from './deliveries.ts'

/** A call as it is shown while it happens. */
export function callLines(call: DevCall): string[] {
  const isRefused = call.status !== null && call.status >= 400
  return terminalLines({ ...call, message: isRefused ? messageOf(call.answerBody) : undefined })
}

/** A request to the refund endpoint as one line: type, order, verdict, and the explanation if it failed. */
export function deliveryLine({ startedAt, type, orderId, httpStatus, durationMs, verdict }: SentDelivery): string {
  const about = orderId === null ? '' : ` order ${orderId}`
  const why = wentWell(verdict) ? '' : (explanationOf(verdict) ?? '')
  return `${timeOf(startedAt)}  ${httpStatus ?? '---'}  → ${type}${about}  ${verdictName(verdict)}  ${durationMs} ms${why && `  ${why}`}`
}

function messageOf(answerBody: string): string | undefined {
  try {
    return String((JSON.parse(answerBody) as { message?: unknown }).message ?? '')
  } catch {
    return undefined
  }
}
