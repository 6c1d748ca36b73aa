import type { CustomerChat } from '../api-types.ts'
import { Moment } from '../parts/moment.tsx'
import { en } from '../texts/en.ts'

const { refundStart: t } = en

interface WhoConfirmsProps {
  chat: CustomerChat | null
  isInChat: boolean
  onChange: (isInChat: boolean) => void
}

/** Whether the customer is asked in the chat, or says yes elsewhere, such as on the phone. */
export function WhoConfirms({ chat, isInChat, onChange }: WhoConfirmsProps) {
  if (!chat) return <p class="quiet">{t.noChat}</p>
  return (
    <fieldset class="choices">
      <legend>{t.who}</legend>
      <label class="choice">
        <input type="radio" name="who" checked={isInChat} onChange={() => onChange(true)} />
        <span>
          {t.inChat}
          <span class="hint">
            {t.inChatHint} <Moment at={chat.lastMessageAt} />
          </span>
        </span>
      </label>
      <label class="choice">
        <input type="radio" name="who" checked={!isInChat} onChange={() => onChange(false)} />
        <span>
          {t.byPhone}
          <span class="hint">{t.byPhoneHint}</span>
        </span>
      </label>
    </fieldset>
  )
}
