import type { Answers } from '../../../rows/answers.ts'
import { ChoiceField } from '../parts/field.tsx'
import { importing as t } from '../texts/en/importing.ts'
import { guessedAnswer } from './remembered.ts'

interface QuestionsProps {
  asks: Map<keyof Answers, string | undefined>
  answers: Answers
  onAnswer: (answers: Answers) => void
}

/** What a file can't show, asked once. */
export function Questions({ asks, answers, onAnswer }: QuestionsProps) {
  if (asks.size === 0) return null
  const answer = (change: Answers) => onAnswer({ ...answers, ...change })
  return (
    <fieldset class="fields">
      <legend>{t.questions}</legend>
      {asks.has('currency') && (
        <ChoiceField
          label={t.currency}
          value={answers.currency ?? ''}
          options={named(Intl.supportedValuesOf('currency'))}
          onChange={(currency) => answer({ currency })}
        />
      )}
      {asks.has('timezone') && (
        <ChoiceField
          label={t.timezone}
          value={answers.timezone ?? ''}
          options={named(['UTC', ...Intl.supportedValuesOf('timeZone')])}
          onChange={(timezone) => answer({ timezone })}
        />
      )}
      {asks.has('decimals') && (
        <ChoiceField
          label={t.decimals}
          value={answers.decimals ?? 'point'}
          options={t.decimalSigns}
          onChange={(decimals) => answer({ decimals })}
        />
      )}
      {asks.has('dates') && (
        <ChoiceField
          label={t.dates}
          value={answers.dates ?? 'day'}
          options={t.dateOrders}
          onChange={(dates) => answer({ dates })}
        />
      )}
    </fieldset>
  )
}

const named = (values: string[]) => Object.fromEntries(values.map((value) => [value, value]))

/** Answers to all questions: those that people gave, or guesses. */
export function withGuesses(asks: QuestionsProps['asks'], answers: Answers): Answers {
  const guesses = [...asks].map(([question, guess]) => [
    question,
    guess ?? (question === 'currency' || question === 'timezone' ? guessedAnswer(question) : undefined),
  ])
  return { ...Object.fromEntries(guesses), ...answers }
}
