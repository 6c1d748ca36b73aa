import { useState } from 'preact/hooks'
import type { CallError } from '../panel/call.ts'
import type { Panel } from '../panel/panel.ts'
import { post } from './post.ts'

/** What came of an e-mail address. */
type ContactOutcome = 'saved' | 'wrong' | 'lost'

/** A field for an e-mail address, while people are away. The chat works without it. */
export function ContactCard({ panel }: { panel: Panel }) {
  const { words } = panel
  const [outcome, setOutcome] = useState<ContactOutcome>()
  const [email, setEmail] = useState('')
  const isSaved = outcome === 'saved'
  const save = () =>
    post(panel, '/widget/contact', { email: email.trim() }).then(
      (): ContactOutcome => 'saved',
      (error: Partial<CallError>) => (error.status === 400 ? 'wrong' : 'lost'),
    )
  return (
    <form
      class="contact"
      // The server says what an address is.
      noValidate
      onSubmit={async (event) => {
        event.preventDefault()
        if (email.trim() !== '' && !isSaved) setOutcome(await save())
      }}
    >
      <label for="contact">{words.say('email')}</label>
      <div class="contact-field">
        <input
          id="contact"
          type="email"
          autocomplete="email"
          value={email}
          maxLength={320}
          readOnly={isSaved}
          aria-invalid={outcome === 'wrong'}
          aria-describedby="contact-outcome"
          onInput={({ currentTarget }) => {
            setEmail(currentTarget.value)
            setOutcome(undefined)
          }}
        />
        {!isSaved && (
          <button type="submit" class="choice">
            {words.say('emailSave')}
          </button>
        )}
      </div>
      <p id="contact-outcome" role="status" class={outcome === 'wrong' ? 'wrong' : 'quiet'}>
        {isSaved && `✓ ${words.say('emailSaved')}`}
        {outcome === 'wrong' && words.say('emailWrong')}
        {outcome === 'lost' && words.say('notSent')}
      </p>
    </form>
  )
}
