import type { DevCall } from '../../dev-view.ts'
import { CopyBlock, pushCommand } from '../parts/copy.tsx'
import { Empty } from '../parts/notice.tsx'
import { Status } from '../parts/values.tsx'
import { dev as t } from '../texts/en/dev.ts'
import { Exchange, Row, Time } from './row.tsx'

const ORDER = { id: 'o_1', updatedAt: '2026-03-01T09:30:00Z', currency: 'EUR', total: 4_400 }

/** Calls of the API with both bodies. A refused push says what is wrong, without being opened. */
export function Calls({ calls }: { calls: DevCall[] }) {
  if (calls.length === 0)
    return (
      <Empty title={t.noCalls}>
        <p class="quiet">{t.noCallsHelp}</p>
        <CopyBlock text={pushCommand('orders', ORDER)} label={t.noCalls} />
      </Empty>
    )
  return (
    <section class="card dev-list" aria-label={t.rowsLabel(t.tabs.calls)}>
      {calls.map((call) => (
        <Row key={call.number} line={<Line call={call} />} below={call.issues.length > 0 && <Issues call={call} />}>
          <Exchange request={indented(call.requestBody)} response={indented(call.answerBody)} />
        </Row>
      ))}
    </section>
  )
}

function Line({ call: { at, method, path, status, durationMs } }: { call: DevCall }) {
  return (
    <>
      <Time at={at} />
      <Status tone={status !== null && status < 400 ? 'good' : 'bad'}>
        {status === null ? t.cutOff : String(status)}
      </Status>
      <code class="dev-main">{`${method} ${path}`}</code>
      <span class="quiet number">{t.ms(durationMs)}</span>
    </>
  )
}

function Issues({ call: { issues } }: { call: DevCall }) {
  return (
    <>
      {issues.map(({ path, message }) => (
        <span key={`${path} ${message}`}>
          <code>{pathText(path)}</code> {message}
        </span>
      ))}
    </>
  )
}

/** `data[0].items[2].quantity` for `["data", 0, "items", 2, "quantity"]`. */
function pathText(path: (string | number)[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  return text.replace(/^\./, '') || t.wholeBody
}

/** JSON as people read it; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
