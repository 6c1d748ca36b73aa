import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { ChatMessage, ChatPicture } from '../api-types.ts'
import { at } from '../base.ts'
import { authorName } from '../parts/author.ts'
import { ChatPictures } from '../parts/chat-pictures.tsx'
import { Icon } from '../parts/icon.tsx'
import { Loading, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { usePageActions } from '../parts/page-actions.ts'
import { Presence } from '../parts/presence.tsx'
import { useData } from '../parts/use-data.ts'
import { useKeys } from '../parts/use-keys.ts'
import { Foreign, Moment, orderName } from '../parts/values.tsx'
import { pictures as words } from '../texts/en/pictures.ts'
import { refund as t } from '../texts/en/refund.ts'
import { en } from '../texts/en.ts'
import { Decide, type Decision } from './decide.tsx'
import { Facts, Lines, Policy } from './facts.tsx'
import { Head } from './head.tsx'
import { OrderCard } from './order-card.tsx'
import style from './style.module.css'
import { Timeline } from './timeline.tsx'

/** One refund: what it is about, what happened to it, and what can be decided. */
export default function Refund() {
  const { id = '' } = useRoute().params
  const { route } = useLocation()
  const { data, error, reload, set } = useData(
    () => read(api.GET('/refunds/{id}', { params: { path: { id } } })),
    `refund ${id}`,
    ['refund'],
  )
  const [deciding, setDeciding] = useState<Decision>()
  const possible = data ? data.refund.decisions : []
  const open = (decision: Decision) => (possible.includes(decision) ? () => setDeciding(decision) : undefined)
  usePageActions(possible.map((one) => ({ title: t[one], run: () => setDeciding(one) })))
  useKeys({ a: open('approve'), x: open('reject'), Escape: () => route(at('/refunds')) })
  return (
    <Page title={data ? t.title(orderName(data.refund)) : en.refunds.title} command={`storewire refunds show ${id}`}>
      <a class="back" href={at('/refunds')}>
        <Icon name="back" />
        {t.back}
      </a>
      {data && <Presence place={`refunds/${id}`} />}
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && (
        <div class="columns">
          <div class="stack">
            <Head detail={data} possible={possible} onDecide={setDeciding} onTried={reload} />
            <Lines detail={data} />
            {data.shopNote && <Note title={t.shopNote} text={data.shopNote} />}
            {data.refund.note && <Note title={t.note} text={data.refund.note} />}
            <Timeline entries={data.timeline} customer={data.refund} />
          </div>
          <div class="stack">
            <OrderCard detail={data} />
            <Policy kind={data.refund.kind} />
            {data.refund.conversationId && (
              <Chat id={data.refund.conversationId} messages={data.messages} pictures={data.pictures} />
            )}
            <Facts refund={data.refund} />
          </div>
        </div>
      )}
      {data && deciding && (
        <Decide
          decision={deciding}
          refund={data.refund}
          detail={data}
          onDecided={(refund) => {
            set({ ...data, refund })
            // The move that it made is not in the answer.
            reload()
          }}
          onMoved={reload}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </Page>
  )
}

function Note({ title, text }: { title: string; text: string }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      <div class={style.prose}>
        <Foreign>{text}</Foreign>
      </div>
    </section>
  )
}

/** The newest messages of the conversation that the refund belongs to. */
function Chat({ id, messages, pictures }: { id: string; messages: ChatMessage[]; pictures: ChatPicture[] }) {
  return (
    <section class="card" aria-labelledby="refund-chat">
      <h2 id="refund-chat">{t.chat}</h2>
      {messages.length === 0 && <p class="quiet">{t.noMessages}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol class={style.chat} tabIndex={0} aria-labelledby="refund-chat">
        {messages.map(({ id: messageId, author, text, sentAt }) => (
          <li key={messageId}>
            <p class="quiet">
              {authorName(author)}, <Moment at={sentAt} />
            </p>
            {text && (
              <p class={style.prose}>
                <Foreign>{text}</Foreign>
              </p>
            )}
            {text === '' && <p class="quiet">{words.alone}</p>}
          </li>
        ))}
      </ol>
      {pictures.length > 0 && (
        <>
          <h3>{t.pictures}</h3>
          <ChatPictures chatId={id} pictures={pictures} from="any" />
        </>
      )}
      <a href={at(`/chats/${id}`)}>{t.openChat}</a>
    </section>
  )
}
