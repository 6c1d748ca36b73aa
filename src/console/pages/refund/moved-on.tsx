import type { RefundDetail, RefundView } from '../api-types.ts'
import { Dialog } from '../parts/dialog.tsx'
import type { Action } from '../parts/use-action.ts'
import { foreign, Moment } from '../parts/values.tsx'
import { session } from '../session.ts'
import { refund as t } from '../texts/en/refund.ts'
import { en } from '../texts/en.ts'

/** What somebody else did while a dialog was open. */
export interface Meanwhile {
  status: RefundView['status']
  by: string
  at: string
}

/** Learned from the server's refusal, or before from the event stream; undefined while the refund is as it was shown. */
export function decidedMeanwhile(
  { error, isBusy }: Action<[]>,
  shown: RefundView,
  detail: RefundDetail | undefined,
): Meanwhile | undefined {
  const facts = error?.reason === 'wrong_status' ? error.facts : undefined
  if (isStatus(facts?.status) && typeof facts.by === 'string' && typeof facts.at === 'string')
    return { status: facts.status, by: facts.by, at: facts.at }
  // The event of one's own decision may come before its answer.
  if (isBusy || !detail || detail.refund.status === shown.status) return undefined
  const { refund, timeline } = detail
  // What the shop did since then is not the decision.
  const move = timeline.findLast(({ kind, from, to }) => kind === 'move' && from === shown.status && to !== from)
  return { status: refund.status, by: move?.actor ?? 'storewire', at: move?.at ?? shown.createdAt }
}

function isStatus(status: unknown): status is RefundView['status'] {
  return typeof status === 'string' && status in t.statuses
}

export function MovedOn({ decided: { status, by, at }, onClose }: { decided: Meanwhile; onClose: () => void }) {
  // The answer to one's own decision may be lost.
  const isOwn = by === session.value?.member.email
  const state = t.statuses[status].toLowerCase()
  return (
    <Dialog title={isOwn ? t.wasDecided : t.movedOn} onClose={onClose}>
      <div role="alert">
        <p>{isOwn ? t.wasDecidedWhy(state) : t.movedOnWhy(foreign(by), state)}</p>
        <p class="quiet">
          {t.decidedAt}: <Moment at={at} />
        </p>
      </div>
      <footer>
        <button type="button" class="button primary" onClick={onClose}>
          {en.common.close}
        </button>
      </footer>
    </Dialog>
  )
}
