import { sentenceOf } from '../../../rows/sentence.ts'
import { contextOf } from '../../../rows/survey.ts'
import { Notice } from '../parts/notice.tsx'
import { importing as t } from '../texts/en/importing.ts'
import { en } from '../texts/en.ts'
import type { Checked } from './check.ts'
import type { Look } from './look.ts'
import type { Plan } from './plan.ts'
import style from './style.module.css'

/** The sentence about a file, and what people must know before they import it. */
export function Facts({
  checked,
  plan,
  label,
  look,
}: {
  checked: Checked
  plan: Plan
  label: string | undefined
  look: Look
}) {
  const { survey } = checked.reader
  const notes = label === undefined ? [] : look.notes
  const { answers } = contextOf(survey, plan.answers, 0)
  return (
    <>
      <p class={style.sentence} role="status">
        {sentenceOf(label ?? t.yourFile, en.common.types[plan.type].toLowerCase(), survey, answers)}
      </p>
      {survey.encoding !== 'utf-8' && <Notice tone="quiet">{t.encoding(survey.encoding)}</Notice>}
      {notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
    </>
  )
}
