import { useState } from 'preact/hooks'
import { ApiError } from '../api.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { type Action, useAction } from '../parts/use-action.ts'
import { foreign } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'

interface Other {
  memberId: string
  name: string
}

export interface Despite extends Action<[]> {
  /** Who has the chat, while the person is asked. */
  other: Other | undefined
  cancel: () => void
}

/** A call about a chat. If another agent has the chat the server refuses it: the person is asked, and it is sent again with that agent's id. */
export function useDespite(send: (despite?: string) => Promise<unknown>): Despite {
  const [other, setOther] = useState<Other>()
  const work = useAction(async () => {
    try {
      await send(other?.memberId)
      setOther(undefined)
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'taken_by_another')) throw error
      setOther({ memberId: String(error.facts.memberId), name: String(error.facts.name) })
    }
  })
  return { ...work, other, cancel: () => setOther(undefined) }
}

export function DespiteDialog({ despite, kind }: { despite: Despite; kind: 'reply' | 'take' }) {
  if (!despite.other) return null
  const name = foreign(despite.other.name)
  const texts = t.despite
  return (
    <ConfirmDialog
      title={texts.title(name)}
      action={kind === 'take' ? texts.takeAction(name) : texts.replyAction}
      work={despite}
      onClose={despite.cancel}
    >
      <p>{texts[kind]}</p>
    </ConfirmDialog>
  )
}
