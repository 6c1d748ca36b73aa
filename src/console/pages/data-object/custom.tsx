import { Status } from '../parts/status.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { isFields } from './sort-fields.ts'

/** The shop's own fields, folded: they may be long. The assistant sees those that the shop has named, and nothing else. */
export function Custom({ fields, visible }: { fields: unknown; visible: string[] }) {
  const names = isFields(fields) ? Object.keys(fields) : []
  const shown = names.filter((name) => visible.includes(name))
  return (
    <details class="card">
      <summary>
        {t.custom}{' '}
        <Status tone={shown.length > 0 ? 'waiting' : 'quiet'}>
          {shown.length > 0 ? t.partlyShown(shown.length, names.length) : t.hidden}
        </Status>
      </summary>
      {shown.length > 0 && (
        <p>
          {t.shown} {shown.join(', ')}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{JSON.stringify(fields, null, 2)}</pre>
    </details>
  )
}
