import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ChatRow, RefundView, StoryEntry, TimelinePage } from '../api-types.ts'
import { at, objectAddress } from '../base.ts'
import { addressOf } from '../data/place.ts'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/notice.tsx'
import { Money, State } from '../parts/order-head.tsx'
import { RefundStatus } from '../parts/refund-rows.tsx'
import { useAction } from '../parts/use-action.ts'
import { Day, Foreign } from '../parts/values.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'
import { ChatState } from './whose.tsx'

/** Orders, chats, refunds and tickets of a customer as one list, the newest first. */
export function Timeline({ id, first }: { id: string; first: TimelinePage }) {
  const [later, setLater] = useState<TimelinePage>()
  const { nextCursor, isWhole } = later ?? first
  const newest = new Set(first.entries.map(keyOf))
  // What has happened since may have moved entries from the first page to where the later ones begin.
  const entries = [...first.entries, ...(later?.entries ?? []).filter((entry) => !newest.has(keyOf(entry)))]
  const more = useAction(async (cursor: string) => {
    const params = { path: { id }, query: { cursor } }
    const page = await read(api.GET('/customers/{id}/timeline', { params }))
    setLater({ ...page, entries: [...(later?.entries ?? []), ...page.entries] })
  })
  return (
    <section class="card">
      <h2>{t.timeline}</h2>
      {entries.length === 0 && <p class="quiet">{t.nothingHappened}</p>}
      <ol class={style.timeline}>
        {entries.map((entry) => (
          <li key={keyOf(entry)}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      <Problem error={more.error} />
      {nextCursor && (
        <button type="button" class="button" disabled={more.isBusy} onClick={() => more.run(nextCursor)}>
          {en.common.more}
        </button>
      )}
      {!isWhole && !nextCursor && (
        <p class="quiet">
          {t.earlierThings}{' '}
          <a href={addressOf({ type: 'orders', filters: { customerId: id } })}>{en.common.types.orders}</a>,{' '}
          <a href={addressOf({ type: 'tickets', filters: { customerId: id } })}>{en.common.types.tickets}</a>
        </p>
      )}
    </section>
  )
}

const keyOf = ({ kind, id }: StoryEntry) => `${kind} ${id}`

const ICONS = { order: 'data', chat: 'chat', refund: 'refund', ticket: 'file' } as const

function Entry({ entry }: { entry: StoryEntry }) {
  const { kind, id, at: time, title, amount, currency } = entry
  const href =
    kind === 'chat'
      ? at(`/chats/${id}`)
      : kind === 'refund'
        ? at(`/refunds/${id}`)
        : objectAddress(kind === 'order' ? 'orders' : 'tickets', id)
  return (
    <>
      <Icon name={ICONS[kind]} />
      <span class={style.what}>
        <a href={href}>
          {t.kinds[kind]} {kind !== 'refund' && <Foreign>{title || (kind === 'chat' ? '' : id)}</Foreign>}
        </a>
      </span>
      <span>{amount != null && <Money amount={amount} currency={currency} />}</span>
      <span class={style.stateOf}>
        <StateOf entry={entry} />
      </span>
      <Day at={time} />
    </>
  )
}

function StateOf({ entry: { kind, state, possiblyRefunded } }: { entry: StoryEntry }) {
  if (!state) return null
  if (kind === 'chat') return <ChatState mode={state as ChatRow['mode']} />
  if (kind === 'refund')
    return <RefundStatus refund={{ status: state as RefundView['status'], possiblyRefunded, reportedAs: null }} />
  return <State state={state} />
}
