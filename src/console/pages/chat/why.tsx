import { api, read } from '../api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Loading, Problem } from '../parts/notice.tsx'
import { useData } from '../parts/use-data.ts'
import { Fact, Foreign, Moment } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import style from './style.module.css'

/** The dialog with {@link Reason}. */
export function Why({ chatId, messageId, onClose }: { chatId: string; messageId: string; onClose: () => void }) {
  return (
    <Dialog title={t.whyTitle} onClose={onClose}>
      <Reason chatId={chatId} messageId={messageId} />
    </Dialog>
  )
}

/** Why the assistant wrote a message: what it understood, the facts with their sources, and what it read. */
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
      <p>
        {data.commands.map(({ name, kind }) => (
          <code key={name}>{kind ? `${name} (${kind})` : name}</code>
        ))}{' '}
        <span class="quiet">{t.by(data.engine, data.language)}</span>
      </p>
      <h3>{t.facts}</h3>
      {data.facts.length === 0 && <p class="quiet">{t.noFacts}</p>}
      {data.facts.map(({ source, values, updatedAt }) => (
        <div key={source}>
          <p>
            <code>
              <Foreign>{source}</Foreign>
            </code>{' '}
            {updatedAt && (
              <span class="quiet">
                {t.asOf} <Moment at={updatedAt} />
              </span>
            )}
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
      {data.calls.length === 0 && <p class="quiet">{t.noCalls}</p>}
      <ul>
        {data.calls.map(({ tool, objects, outcome }, index) => (
          <li key={`${tool} ${index}`}>
            <code>{tool}</code> {objects.length > 0 && <Foreign>{objects.join(', ')}</Foreign>}{' '}
            <span class="quiet">{outcome}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
