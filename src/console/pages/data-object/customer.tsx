import { useState } from 'preact/hooks'
import type { DataDetail, RefundView, StoryEntry } from '../api-types.ts'
import { at, objectAddress } from '../base.ts'
import { addressOf } from '../data/place.ts'
import { Icon } from '../parts/icon.tsx'
import { Day, Money, State } from '../parts/order-head.tsx'
import { RefundStatus } from '../parts/refund-rows.tsx'
import { Foreign, foreign } from '../parts/values.tsx'
import { chats as chatTexts } from '../texts/en/chats.ts'
import { dataObject as t } from '../texts/en/data-object.ts'
import { en } from '../texts/en.ts'
import { Facts, FactValue, idLast } from './facts.tsx'
import style from './style.module.css'
import { Tags } from './tags.tsx'

interface CustomerProps {
  detail: DataDetail
  onChange: (detail: DataDetail) => void
}

/** A customer: what they are worth, what happened with them, and who they are. */
export function CustomerStory({ detail, onChange }: CustomerProps) {
  const { story } = detail
  const worth = story.sections.find(({ name }) => name === 'worth')
  const about = story.sections.find(({ name }) => name === 'about')
  return (
    <div class={style.columns}>
      <div class="stack">
        {worth && (
          <dl class={`card ${style.figures}`}>
            {worth.rows.map((row) => (
              <div key={row.label}>
                <dt>{row.label}</dt>
                <dd>
                  <FactValue row={row} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <Timeline detail={detail} />
      </div>
      <div class="stack">
        {about && (
          <section class="card">
            <h2>{t.who}</h2>
            <Facts rows={idLast(about.rows)} />
          </section>
        )}
        <Tags detail={detail} onChange={onChange} />
      </div>
    </div>
  )
}

const PAGE = 20

/** Orders, chats, refunds and tickets as one list, the newest first. */
function Timeline({ detail: { object, story } }: { detail: DataDetail }) {
  const [shown, setShown] = useState(PAGE)
  const customerId = String(object.id)
  const entries = story.timeline.slice(0, shown)
  return (
    <section class="card">
      <h2>{t.timeline}</h2>
      {entries.length === 0 && <p class="quiet">{t.nothingHappened}</p>}
      <ol class={style.timeline}>
        {entries.map((entry) => (
          <li key={`${entry.kind} ${entry.id}`}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {entries.length < story.timeline.length && (
        <button type="button" class="button plain" onClick={() => setShown(shown + PAGE)}>
          {en.common.more}
        </button>
      )}
      {!story.isTimelineWhole && entries.length === story.timeline.length && (
        <p class="quiet">
          {t.earlierThings}{' '}
          <a href={addressOf({ type: 'orders', filters: { customerId } })}>{en.common.types.orders}</a>,{' '}
          <a href={addressOf({ type: 'tickets', filters: { customerId } })}>{en.common.types.tickets}</a>
        </p>
      )}
    </section>
  )
}

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
  if (kind === 'chat')
    return <span class="quiet">{chatTexts.modes[state as keyof typeof chatTexts.modes] ?? foreign(state)}</span>
  if (kind === 'refund')
    return <RefundStatus refund={{ status: state as RefundView['status'], possiblyRefunded, reportedAs: null }} />
  return <State state={state} />
}
