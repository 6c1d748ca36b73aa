import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type ApiError, api } from '../api.ts'
import type { ChatDetail, ChatRow } from '../api-types.ts'
import { toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { session } from '../session.ts'
import { chat as t } from '../texts/en/chat.ts'
import { Assign } from './assign.tsx'
import { CloseChat } from './close-chat.tsx'
import { DespiteDialog, useDespite } from './despite.tsx'
import { Snooze } from './snooze.tsx'
import { Tags } from './tags.tsx'

/** Something that can be done with a chat. */
export interface Act {
  name: 'take' | 'give-back' | 'assign' | 'snooze' | 'tags' | 'close'
  title: string
  key?: string
  /** Whether it has a button where there is room for one. */
  isQuick?: boolean
  run: () => void
}

interface ActsProps {
  chat: ChatRow | undefined
  detail: ChatDetail | undefined
  onChanged: () => void
  onLeave: () => void
}

/** What can be done with a chat now, the dialogs that ask for more, and why the last of it failed. */
export function useActs({ chat, detail, onChanged, onLeave }: ActsProps): {
  acts: Act[]
  dialogs: ComponentChildren
  error: ApiError | null
} {
  const [asking, setAsking] = useState<Act['name']>()
  const path = { id: chat?.id ?? '' }
  const take = useDespite(async (despite) => {
    await api.POST('/chats/{id}/take', { params: { path }, body: despite ? { despite } : {} })
    onChanged()
  })
  const giveBack = useAction(async () => {
    await api.POST('/chats/{id}/give-back', { params: { path }, body: {} })
    toast(t.givenBack)
    onChanged()
  })
  const ask = (name: Act['name']) => () => setAsking(name)
  const acts: Act[] = chat ? actsOf(chat, detail, { take: take.run, giveBack: giveBack.run, ask }) : []
  const done = {
    onClose: () => setAsking(undefined),
    onDone: () => {
      setAsking(undefined)
      onChanged()
    },
  }
  return {
    acts,
    error: take.error ?? giveBack.error,
    dialogs: chat && (
      <>
        <DespiteDialog despite={take} kind="take" />
        {asking === 'assign' && <Assign chat={chat} {...done} />}
        {asking === 'snooze' && <Snooze chat={chat} {...done} />}
        {asking === 'tags' && <Tags chat={chat} onClose={done.onClose} onDone={onChanged} />}
        {asking === 'close' && (
          <CloseChat
            chat={chat}
            waitingRefunds={detail?.waitingRefunds}
            onClose={done.onClose}
            onDone={() => {
              done.onDone()
              onLeave()
            }}
          />
        )}
      </>
    ),
  }
}

interface Ways {
  take: () => Promise<void>
  giveBack: () => Promise<void>
  ask: (name: Act['name']) => () => void
}

function actsOf({ mode, assignee }: ChatRow, detail: ChatDetail | undefined, { take, giveBack, ask }: Ways): Act[] {
  const isOpen = mode !== 'closed'
  const isMine = mode === 'human' && assignee?.memberId === session.value?.member.id
  const acts: (Act | false)[] = [
    !isMine && !detail?.next && { name: 'take', title: t.take, key: 't', isQuick: true, run: () => void take() },
    isOpen &&
      mode !== 'assistant' && {
        name: 'give-back',
        title: t.giveBack,
        key: 'b',
        isQuick: isMine,
        run: () => void giveBack(),
      },
    isOpen && { name: 'assign', title: `${t.assign}…`, key: 'a', isQuick: true, run: ask('assign') },
    isOpen &&
      mode !== 'assistant' && { name: 'snooze', title: `${t.snooze}…`, key: 's', isQuick: true, run: ask('snooze') },
    { name: 'tags', title: `${t.tags}…`, run: ask('tags') },
    isOpen && { name: 'close', title: `${t.close}…`, key: 'e', isQuick: true, run: ask('close') },
  ]
  return acts.filter((act) => act !== false)
}
