import { Fact, Foreign, Moment, Status } from '../parts/values.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { type Fields, isFields, labelOf } from './object-fields.ts'
import style from './style.module.css'

export function FieldList({ fields }: { fields: Fields }) {
  return (
    <dl class="facts">
      {Object.entries(fields).map(([name, value]) => (
        <Fact key={name} title={labelOf(name)}>
          <Value name={name} value={value} />
        </Fact>
      ))}
    </dl>
  )
}

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

const TIME = /(At|Until)$/
/** Times at which something is expected. */
const PLANNED = /^(estimated|restock)|Until$/
/** Characters of a list or an object that are shown. */
const MOST = 2_000

/** The value of a field as it was pushed: its page shows it for people. */
function Value({ name, value }: { name: string; value: unknown }) {
  if (typeof value === 'object' || typeof value === 'boolean')
    return <code>{JSON.stringify(value).slice(0, MOST)}</code>
  const text = String(value)
  if (TIME.test(name) && !Number.isNaN(Date.parse(text))) return <Moment at={text} isPlanned={PLANNED.test(name)} />
  if (/url$/i.test(name)) return <a href={text}>{text}</a>
  return (
    <span class={style.text}>
      <Foreign>{text}</Foreign>
    </span>
  )
}
