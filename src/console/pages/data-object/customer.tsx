import type { DataDetail } from '../api-types.ts'
import { dataObject as t } from '../texts/en/data-object.ts'
import { Facts, FactValue, idLast } from './facts.tsx'
import style from './style.module.css'
import { Tags } from './tags.tsx'
import { Timeline } from './timeline.tsx'

interface CustomerProps {
  detail: DataDetail
  onChange: (detail: DataDetail) => void
}

/** A customer: what they are worth, what happened with them, and who they are. */
export function CustomerStory({ detail, onChange }: CustomerProps) {
  const { story } = detail
  const worth = story.sections.find(({ name }) => name === 'worth')
  const about = story.sections.find(({ name }) => name === 'about')
  return (
    <div class="columns">
      <div class="stack">
        {worth && (
          <dl class={`card ${style.figures}`}>
            {worth.rows.map((row) => (
              <div key={row.label}>
                <dt>{row.label}</dt>
                <dd>
                  <FactValue row={row} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {story.timeline && <Timeline id={String(detail.object.id)} first={story.timeline} />}
      </div>
      <div class="stack">
        {about && (
          <section class="card">
            <h2>{t.who}</h2>
            <Facts rows={idLast(about.rows)} />
          </section>
        )}
        <Tags detail={detail} onChange={onChange} />
      </div>
    </div>
  )
}
