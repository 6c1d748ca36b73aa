import { CopyBlock } from '../parts/copy-field.tsx'
import { dev as t } from '../texts/en/dev.ts'

/** A request beside its response. */
export function Exchange({ request, response }: { request: string | null; response: string }) {
  return (
    <div class="dev-exchange">
      <Side title={t.request} text={request} none={request === null ? t.notKept : t.noBody} />
      <Side title={t.response} text={response} none={t.noBody} />
    </div>
  )
}

function Side({ title, text, none }: { title: string; text: string | null; none: string }) {
  return (
    <section>
      <h2>{title}</h2>
      {text ? <CopyBlock text={text} label={title} /> : <p class="quiet">{none}</p>}
    </section>
  )
}
