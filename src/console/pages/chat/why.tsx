import { api, read } from '../api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Loading, Problem } from '../parts/notice.tsx'
import { useData } from '../parts/use-data.ts'
import { Fact, Foreign, Moment } from '../parts/values.tsx'
import { chatWhy as t } from '../texts/en/chat-why.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'

/** The dialog with {@link Reason}. */
export function Why({ chatId, messageId, onClose }: { chatId: string; messageId: string; onClose: () => void }) {
  return (
    <Dialog title={t.whyTitle} onClose={onClose}>
      <Reason chatId={chatId} messageId={messageId} />
    </Dialog>
  )
}

type Values = { name: string; value: string }[]
const valueNamed = (values: Values, name: string) => values.find((one) => one.name === name)?.value

/** Why the assistant wrote a message, in plain words: what it understood, and the facts. The raw names are in a fold. */
export function Reason({ chatId, messageId }: { chatId: string; messageId: string }) {
  const path = { id: chatId, messageId }
  const { data, error, reload } = useData(
    () => read(api.GET('/chats/{id}/why/{messageId}', { params: { path } })),
    `why ${messageId}`,
  )
  if (error?.reason === 'no_such_turn') return <p>{t.whyNone}</p>
  if (!data) return error ? <Problem error={error} onRetry={reload} /> : <Loading />
  return (
    <div class={style.reason}>
      <h3>{t.understood}</h3>
      <ul>
        {data.commands.map(({ name, kind, meaning, runnerUp }) => (
          <li key={name}>
            {t.meant(meaning)}
            {kind && `: ${en.refunds.kinds[kind]}`}
            {runnerUp && <span class="quiet"> {t.orMeant(runnerUp)}</span>}
          </li>
        ))}
      </ul>
      <p class="quiet">{t.by(t.engines[data.engine] ?? data.engine, languageName(data.language))}</p>
      <h3>{t.facts}</h3>
      {data.facts.length === 0 && <p class="quiet">{t.noFacts}</p>}
      <ul>
        {data.facts.map(({ source, values, updatedAt }) => (
          <li key={source}>
            <PlainSource source={source} values={values} />{' '}
            {updatedAt && (
              <span class="quiet">
                {t.asOf} <Moment at={updatedAt} />
              </span>
            )}
            <IfRefundsWereOn values={values} />
          </li>
        ))}
      </ul>
      <details>
        <summary>{t.raw}</summary>
        <Raw {...data} />
      </details>
    </div>
  )
}

/** What would have come of a request for a refund with refunds on, if they were off. Older turns did not find that out. */
function IfRefundsWereOn({ values }: { values: Values }) {
  const refused = valueNamed(values, 'refused')
  if (refused !== 'refunds_off' && refused !== 'plan') return null
  const ifOn = valueNamed(values, 'withRefundsOn')
  const approval = valueNamed(values, 'approval')?.split(' ').filter(Boolean) ?? []
  const reasons = approval.map((one) => en.refunds.whyShort[one] ?? one)
  return (
    <p class={style.ifOn}>
      {t.off[refused]}{' '}
      {ifOn === 'offered' && (
        <>
          {t.wouldOffer} {reasons.length > 0 ? t.wouldApprove(reasons.map(lowered).join(', ')) : t.wouldPay}
        </>
      )}
      {ifOn !== undefined && ifOn !== 'offered' && t.wouldRefuse(t.refusals[ifOn] ?? t.otherRefusal)}
    </p>
  )
}

const lowered = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)

const languageName = (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code

/** What a fact is from, as people call it: an order by its number, a help page by its title and paragraph. */
function PlainSource({ source, values }: { source: string; values: Values }) {
  const type = source.split('/')[0] ?? ''
  const names = ['title', 'product', 'order', 'number']
  const name = names.map((one) => valueNamed(values, one)).find((one) => one !== undefined)
  const paragraph = valueNamed(values, 'paragraph')
  return (
    <>
      {t.sources[type] ?? type} {name && <Foreign>{name}</Foreign>}
      {paragraph && `, ${t.paragraph(paragraph)}`}
    </>
  )
}

interface RawProps {
  commands: { name: string; kind?: string | null | undefined }[]
  facts: { source: string; values: Values }[]
  calls: { tool: string; objects: string[]; outcome: string }[]
}

/** The names and values that the assistant works with. */
function Raw({ commands, facts, calls }: RawProps) {
  return (
    <>
      <p>
        {commands.map(({ name, kind }) => (
          <code key={name}>{kind ? `${name} (${kind})` : name}</code>
        ))}
      </p>
      {facts.map(({ source, values }) => (
        <div key={source}>
          <p>
            <code>
              <Foreign>{source}</Foreign>
            </code>
          </p>
          <dl class="facts">
            {values.map(({ name, value }) => (
              <Fact key={name} title={name}>
                <Foreign>{value}</Foreign>
              </Fact>
            ))}
          </dl>
        </div>
      ))}
      <h3>{t.read}</h3>
      {calls.length === 0 && <p class="quiet">{t.noCalls}</p>}
      <ul>
        {calls.map(({ tool, objects, outcome }, index) => (
          <li key={`${tool} ${index}`}>
            <code>{tool}</code> {objects.length > 0 && <Foreign>{objects.join(', ')}</Foreign>}{' '}
            <span class="quiet">{outcome}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
