import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { CallError } from '../panel/call.ts'
import type { Panel } from '../panel/panel.ts'
import { get, post } from './post.ts'
import { type TranscriptTexts, transcriptTexts } from './transcript-texts.ts'

interface Offer {
  isOffered: boolean
  needsEmail: boolean
}

/** What is said after the button was pressed. */
type Outcome = 'sent' | 'confirm' | 'wrong' | 'tooMany' | 'stopped' | 'lost'

/** A button that sends the chat to its customer by e-mail; who has left no address is asked for one. */
export function Transcript({ panel, onGrown }: { panel: Panel; onGrown: () => void }) {
  const t = transcriptTexts(panel.words.locale)
  const [offer, setOffer] = useState<Offer>()
  const [isAsking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    // Without an answer there is no button.
    get<Offer>(panel, '/widget/transcript').then(setOffer, () => undefined)
  }, [])
  useLayoutEffect(onGrown, [offer, isAsking, outcome])
  if (!offer?.isOffered) return null
  const send = async (email?: string) => {
    try {
      const { status } = await post<{ status: Outcome }>(panel, '/widget/transcript', email ? { email } : {})
      setAsking(false)
      setOutcome(status)
    } catch (error) {
      const { status, reason } = error as Partial<CallError>
      if (reason === 'no_address') return setAsking(true)
      setOutcome(status === 400 ? 'wrong' : status === 429 ? 'tooMany' : reason === 'stopped' ? 'stopped' : 'lost')
    }
  }
  const isDone = outcome === 'sent' || outcome === 'confirm'
  return (
    <div class="transcript">
      {!isAsking && !isDone && (
        <button type="button" class="choice" onClick={() => (offer.needsEmail ? setAsking(true) : send())}>
          {t.send}
        </button>
      )}
      {isAsking && <Address t={t} isWrong={outcome === 'wrong'} send={send} onInput={() => setOutcome(undefined)} />}
      <p role="status" class={outcome === 'wrong' ? 'wrong' : 'quiet'}>
        {outcome && t[outcome]}
      </p>
    </div>
  )
}

interface AddressProps {
  t: TranscriptTexts
  isWrong: boolean
  send: (email: string) => void
  onInput: () => void
}

function Address({ t, isWrong, send, onInput }: AddressProps) {
  const [email, setEmail] = useState('')
  return (
    <form
      class="contact"
      // The server says what an address is.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (email.trim() !== '') send(email.trim())
      }}
    >
      <label for="transcript">{t.email}</label>
      <div class="contact-field">
        <input
          id="transcript"
          type="email"
          autocomplete="email"
          value={email}
          maxLength={254}
          aria-invalid={isWrong}
          onInput={({ currentTarget }) => {
            setEmail(currentTarget.value)
            onInput()
          }}
        />
        <button type="submit" class="choice">
          {t.go}
        </button>
      </div>
    </form>
  )
}
