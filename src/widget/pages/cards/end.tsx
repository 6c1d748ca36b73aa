import { useLayoutEffect, useState } from 'preact/hooks'
import { post } from './post.ts'
import { RatingCard, type RatingProps } from './rating.tsx'
import { Transcript } from './transcript.tsx'

/** At the end of a chat: how it was, and a button that begins a new one. */
export function EndCard({ panel, chat, onGrown }: RatingProps) {
  const { words } = panel
  const [isFailed, setFailed] = useState(false)
  useLayoutEffect(onGrown, [isFailed])
  const begin = async () => {
    try {
      const { conversationId } = await post<{ conversationId: string }>(panel, '/widget/conversations', {})
      // The one before can be read on request.
      const older = `msg_${'z'.repeat(23)}`
      const begun: Partial<typeof chat> = {
        mode: 'assistant',
        agentName: null,
        messages: [],
        rating: null,
        refund: null,
      }
      panel.chat.set({ ...begun, conversationId, older, openings: chat.openings + 1 })
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <RatingCard panel={panel} chat={chat} onGrown={onGrown} />
      <Transcript panel={panel} onGrown={onGrown} />
      <div class="new-chat">
        <button type="button" class="choice" onClick={begin}>
          {words.say('startNew')}
        </button>
        <p role="status">{isFailed && words.say('failed')}</p>
      </div>
    </>
  )
}
