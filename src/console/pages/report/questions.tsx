import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { QuestionGroup } from '../api-types.ts'
import { at } from '../base.ts'
import { Loading, Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { Foreign, foreign, Moment } from '../parts/values.tsx'
import { report as t } from '../texts/en/report.ts'
import style from './style.module.css'

/** Longest title of an article that is begun here. */
const MAX_TITLE = 120

/** What the assistant had no answer to, with what can be done about it. */
export function Questions({ days }: { days: number }) {
  const [isNotOurs, setNotOurs] = useState(false)
  const query = { days, ...(isNotOurs ? { notOurs: 'true' as const } : {}) }
  const { data, error, reload } = useData(
    () => read(api.GET('/report-questions', { params: { query } })),
    `questions ${days} ${isNotOurs}`,
  )
  const decide = useAction(async (id: string) => {
    await api.POST('/report-questions/{id}', { params: { path: { id } }, body: { notOurs: !isNotOurs } })
    toast(isNotOurs ? t.unmarked : t.marked)
    reload()
  })
  return (
    <section class="card">
      <h2>{t.questions}</h2>
      <p class="quiet">{t.questionsHelp}</p>
      <Problem error={error ?? decide.error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <p>{isNotOurs ? t.noNotOurs : t.noQuestions}</p>}
      <ul class={style.questions}>
        {data?.data.map((group) => (
          <Question key={group.id} group={group} isNotOurs={isNotOurs} onDecide={() => decide.run(group.id)} />
        ))}
      </ul>
      <button type="button" class="button" onClick={() => setNotOurs(!isNotOurs)}>
        {isNotOurs ? t.showOurs : t.showNotOurs}
      </button>
    </section>
  )
}

interface QuestionProps {
  group: QuestionGroup
  isNotOurs: boolean
  onDecide: () => void
}

function Question({ group: { wording, count, conversationId, at: time }, isNotOurs, onDecide }: QuestionProps) {
  const title = [...foreign(wording)].slice(0, MAX_TITLE).join('')
  return (
    <li>
      <div>
        <p>
          <Foreign>{wording}</Foreign>
        </p>
        <p class="quiet">
          {t.times_(count)}, <Moment at={time} />, <a href={at(`/chats/${conversationId}`)}>{t.toChat}</a>
        </p>
      </div>
      <div class={style.acts}>
        {!isNotOurs && (
          <a class="button" href={at(`/articles/new?title=${encodeURIComponent(title)}`)}>
            {t.write}
          </a>
        )}
        <button type="button" class="button" onClick={onDecide}>
          {isNotOurs ? t.ours : t.notOurs}
        </button>
      </div>
    </li>
  )
}
