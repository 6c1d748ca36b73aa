import type { RefObject } from 'preact'
import { useId } from 'preact/hooks'
import type { ChatRow } from '../api-types.ts'
import { planText } from '../chats/row.tsx'
import { Command } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { foreign, Status, type Tone } from '../parts/values.tsx'
import { session } from '../session.ts'
import { chat as t } from '../texts/en/chat.ts'
import { chats } from '../texts/en/chats.ts'
import style from './style.module.css'
import type { Act } from './use-acts.tsx'

interface HeadProps {
  id: string
  name: string
  heading: RefObject<HTMLHeadingElement | null>
  chat: ChatRow | undefined
  acts: Act[]
  listAddress: string
  isSideOpen: boolean
  onSide: () => void
}

/** The one line above a chat: who it is with, who has it, and what can be done with it. */
export function Head({ id, name, heading, chat, acts, listAddress, isSideOpen, onSide }: HeadProps) {
  const menu = useId()
  return (
    <header class={style.head}>
      <a class={`icon-button ${style.back}`} href={listAddress} aria-label={t.back}>
        <Icon name="back" />
      </a>
      <h1 ref={heading} tabIndex={-1}>
        {name}
      </h1>
      {chat && <State chat={chat} />}
      <div class={style.quick}>
        {acts
          .filter(({ isQuick }) => isQuick)
          .map(({ name: one, title, run }) => (
            <button key={one} type="button" class="button" onClick={run}>
              {title.replace('…', '')}
            </button>
          ))}
        <Command>{`storewire conversations show ${id}`}</Command>
      </div>
      <button
        type="button"
        class={`icon-button ${style.toSide}`}
        aria-label={t.side}
        aria-expanded={isSideOpen}
        onClick={onSide}
      >
        <Icon name="person" />
      </button>
      <button type="button" class="icon-button" popovertarget={menu} aria-label={t.more}>
        <Icon name="more" />
      </button>
      <ul id={menu} popover class="acts">
        {[...acts, { name: 'side', title: t.side, key: undefined, run: onSide }].map(
          ({ name: one, title, key, run }) => (
            <li key={one} class={one === 'side' ? style.onPhone : undefined}>
              <button
                type="button"
                onClick={() => {
                  document.getElementById(menu)?.hidePopover()
                  run()
                }}
              >
                <span>{title}</span>
                {key && <kbd>{key}</kbd>}
              </button>
            </li>
          ),
        )}
      </ul>
    </header>
  )
}

/** Who has the chat, or why nobody has to answer now. */
function State({ chat: { mode, snoozedUntil, assignee, closeReason } }: { chat: ChatRow }) {
  const show = (tone: Tone, text: string) => (
    <span class={style.state}>
      <Status tone={tone}>{text}</Status>
    </span>
  )
  if (mode === 'closed') return show('quiet', closeReason ? chats.closeReasons[closeReason] : t.state.closed)
  if (mode === 'assistant') return show('quiet', t.state.assistant)
  if (snoozedUntil) return show('quiet', `${chats.snoozed} ${planText(snoozedUntil)}`)
  if (!assignee) return show('waiting', t.state.nobody)
  const isMine = assignee.memberId === session.value?.member.id
  return show('good', isMine ? t.state.yours : t.state.has(foreign(assignee.name)))
}
