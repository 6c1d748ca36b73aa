import type { Unsent } from './model.ts'
import type { Panel } from './panel.ts'
import { PlainText } from './plain-text.tsx'

/** A message on its way, or one that did not arrive, with what to do about it. */
export function UnsentItem({ unsent: { key, text, problem }, panel }: { unsent: Unsent; panel: Panel }) {
  const { words, tryAgain, discard } = panel
  return (
    <li class="message customer unsent">
      <p class="hidden">{words.say('you')}</p>
      <PlainText text={text} words={words} />
      {problem === null ? (
        <p class="time">{words.say('sending')}</p>
      ) : (
        <div class="unsent-actions">
          <p role="alert">{words.say(problem === 'tooMany' ? 'tooMany' : 'notSent')}</p>
          {problem !== 'refused' && (
            <button type="button" class="plain" onClick={() => tryAgain(key)}>
              {words.say('tryAgain')}
            </button>
          )}
          <button type="button" class="plain" onClick={() => discard(key)}>
            {words.say('discard')}
          </button>
        </div>
      )}
    </li>
  )
}
