import { useEffect, useRef, useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { RefundView } from '../api-types.ts'
import { useData } from '../parts/use-data.ts'
import { useKeys } from '../parts/use-keys.ts'
import { Decide, type Decision } from '../refund/decide.tsx'

interface DecideFromListProps {
  /** The rows of the list. */
  refunds: RefundView[]
  /** The list may no longer be as it is shown. */
  onMoved: () => void
}

const rowsOf = () => [...document.querySelectorAll('main tbody tr')]

/** On the row that has the focus `a` approves and `x` rejects, with the dialog of the refund's page. */
export function DecideFromList({ refunds, onMoved }: DecideFromListProps) {
  const [asked, setAsked] = useState<{ decision: Decision; refund: RefundView }>()
  const last = useRef<{ id: string; row: number }>({ id: '', row: -1 })
  const ask = (decision: Decision) => () => {
    const index = rowsOf().findIndex((one) => one.contains(document.activeElement))
    const refund = refunds[index]
    if (!refund?.decisions.includes(decision)) return
    last.current = { id: refund.id, row: index }
    setAsked({ decision, refund })
  }
  useKeys({ a: ask('approve'), x: ask('reject') })
  useEffect(() => {
    const { id, row } = last.current
    const isGone = row >= 0 && !refunds.some((refund) => refund.id === id)
    if (asked || !isGone || document.activeElement !== document.body) return
    // The refund has left the list, and has taken the focus along.
    const rows = rowsOf()
    const next = rows[Math.min(row, rows.length - 1)]?.querySelector('a') ?? document.getElementById('content')
    next?.focus()
    last.current = { id: '', row: -1 }
  }, [asked, refunds])
  return asked ? <Asked {...asked} onMoved={onMoved} onClose={() => setAsked(undefined)} /> : null
}

interface AskedProps {
  decision: Decision
  refund: RefundView
  onMoved: () => void
  onClose: () => void
}

function Asked({ decision, refund, onMoved, onClose }: AskedProps) {
  const { id } = refund
  // Shows who else decides meanwhile. Without it the response to the decision still does.
  const { data, reload } = useData(() => read(api.GET('/refunds/{id}', { params: { path: { id } } })), `refund ${id}`, [
    'refund',
  ])
  return (
    <Decide
      decision={decision}
      refund={refund}
      detail={data}
      onDecided={onMoved}
      onMoved={() => {
        reload()
        onMoved()
      }}
      onClose={onClose}
    />
  )
}
