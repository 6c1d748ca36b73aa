import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ChatEntry } from '../api-types.ts'
import { at } from '../base.ts'
import { amountText } from '../parts/amount-text.ts'
import { authorName } from '../parts/author.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Loading, Problem } from '../parts/notice.tsx'
import { useData } from '../parts/use-data.ts'
import { Fact, Foreign, foreign, Moment } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'

/** One entry of a thread: a message, a note, or a line about what was done. */
export function Entry({ chatId, entry }: { chatId: string; entry: ChatEntry }) {
  const { kind } = entry
  if (kind === 'message' || kind === 'note') return <Said chatId={chatId} entry={entry} />
  return (
    <li class={style.done}>
      <span>
        <Done entry={entry} />
      </span>{' '}
      <Moment at={entry.at} />
    </li>
  )
}

const SIDES = { customer: style.customer, assistant: style.ours, agent: style.ours, system: style.system }

function Said({ chatId, entry: { id, kind, author, name, text, at: time } }: { chatId: string; entry: ChatEntry }) {
  const [isOpen, setOpen] = useState(false)
  const who = kind === 'note' ? t.note : author ? authorName(author) : ''
  return (
    <li class={`${style.said} ${kind === 'note' ? style.note : author ? SIDES[author] : ''}`}>
      <p class={style.who}>
        <strong>{name ? foreign(name) : who}</strong>
        {name && <span>{who}</span>}
        <Moment at={time} />
        {kind === 'message' && author === 'assistant' && (
          <button type="button" class={style.why} onClick={() => setOpen(true)}>
            {t.why}
          </button>
        )}
      </p>
      <p class={style.prose}>
        <Foreign>{text ?? ''}</Foreign>
      </p>
      {isOpen && <Why chatId={chatId} messageId={id} onClose={() => setOpen(false)} />}
    </li>
  )
}

function Done({ entry: { kind, mode, name, nextId, refund } }: { entry: ChatEntry }) {
  if (kind === 'next' && nextId)
    return (
      <>
        {t.next} <a href={at(`/chats/${nextId}`)}>{t.toNext}</a>
      </>
    )
  if (refund)
    return (
      <>
        <a href={at(`/refunds/${refund.id}`)}>{t.refund(amountText(refund.amount, refund.currency))}</a>:{' '}
        {en.refunds.statuses[refund.status]}
      </>
    )
  if (mode === 'human' && name) return t.taken(foreign(name))
  if (mode === 'closed' && name) return t.closedBy(foreign(name))
  return mode ? t.modes[mode] : ''
}

/** Why the assistant wrote a message. */
function Why({ chatId, messageId, onClose }: { chatId: string; messageId: string; onClose: () => void }) {
  return (
    <Dialog title={t.whyTitle} onClose={onClose}>
      <Reason chatId={chatId} messageId={messageId} />
    </Dialog>
  )
}

/** Why the assistant wrote a message: what it understood, the facts with their sources, and what it read. */
export function Reason({ chatId, messageId }: { chatId: string; messageId: string }) {
  const path = { id: chatId, messageId }
  const { data, error, reload } = useData(
    () => read(api.GET('/chats/{id}/why/{messageId}', { params: { path } })),
    `why ${messageId}`,
  )
  if (error?.reason === 'no_such_turn') return <p>{t.whyNone}</p>
  if (!data) return error ? <Problem error={error} onRetry={reload} /> : <Loading />
  return (
    <div class={style.reason}>
      <h3>{t.understood}</h3>
      <p>
        {data.commands.map(({ name, kind }) => (
          <code key={name}>{kind ? `${name} (${kind})` : name}</code>
        ))}{' '}
        <span class="quiet">{t.by(data.engine, data.language)}</span>
      </p>
      <h3>{t.facts}</h3>
      {data.facts.length === 0 && <p class="quiet">{t.noFacts}</p>}
      {data.facts.map(({ source, values, updatedAt }) => (
        <div key={source}>
          <p>
            <code>
              <Foreign>{source}</Foreign>
            </code>{' '}
            {updatedAt && (
              <span class="quiet">
                {t.asOf} <Moment at={updatedAt} />
              </span>
            )}
          </p>
          <dl class="facts">
            {values.map(({ name, value }) => (
              <Fact key={name} title={name}>
                <Foreign>{value}</Foreign>
              </Fact>
            ))}
          </dl>
        </div>
      ))}
      <h3>{t.read}</h3>
      {data.calls.length === 0 && <p class="quiet">{t.noCalls}</p>}
      <ul>
        {data.calls.map(({ tool, objects, outcome }, index) => (
          <li key={`${tool} ${index}`}>
            <code>{tool}</code> {objects.length > 0 && <Foreign>{objects.join(', ')}</Foreign>}{' '}
            <span class="quiet">{outcome}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
