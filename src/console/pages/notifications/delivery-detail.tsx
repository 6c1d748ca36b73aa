import { api, read } from '../api.ts'
import type { EventDelivery } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { CopyBlock } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Loading, Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { Fact, Foreign, Moment } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { notifications as t } from '../texts/en/notifications.ts'
import { DeliveryState, nameOf } from './endpoint-parts.tsx'
import style from './style.module.css'

interface DetailProps {
  id: string
  titleOf: (type: string) => string
  onReplayed: () => void
  onClose: () => void
}

/** What was sent to an endpoint, what it answered, and a button to send it again. */
export function DeliveryDetail({ id, titleOf, onReplayed, onClose }: DetailProps) {
  const { data, error, reload } = useData(
    () => read(api.GET('/settings/events/deliveries/{id}', { params: { path: { id } } })),
    `event delivery ${id}`,
  )
  return (
    <Dialog title={data ? titleOf(data.delivery.type) : t.event} onClose={onClose}>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && (
        <div class="stack">
          <DeliveryFacts delivery={data.delivery} />
          {data.body && (
            <>
              <h3>{t.body}</h3>
              <CopyBlock text={readable(data.body)} label={t.body} />
            </>
          )}
          {data.answer && (
            <>
              <h3>{t.answer}</h3>
              <p class={style.text}>
                <Foreign>{data.answer}</Foreign>
              </p>
            </>
          )}
          {isManager.value && !data.answer && data.delivery.httpStatus != null && <p class="hint">{t.noAnswer}</p>}
          {isManager.value && data.delivery.kind && (
            <Replay delivery={data.delivery} onReplayed={onReplayed} onClose={onClose} />
          )}
        </div>
      )}
    </Dialog>
  )
}

/** JSON on lines of its own; other text as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function DeliveryFacts({ delivery }: { delivery: EventDelivery }) {
  const { eventId, kind, host, tries, sentAt, durationMs, httpStatus, verdict, explanation } = delivery
  return (
    <dl class="facts">
      <Fact title={t.to}>{kind ? nameOf({ kind, host }) : t.deleted}</Fact>
      <Fact title={t.state}>
        <DeliveryState delivery={delivery} />
      </Fact>
      <Fact title={t.tries}>{tries}</Fact>
      {sentAt && (
        <Fact title={t.lastTry}>
          <Moment at={sentAt} />
          {durationMs != null && `, ${t.took(durationMs)}`}
        </Fact>
      )}
      {httpStatus != null && <Fact title={t.status}>{`HTTP ${httpStatus}`}</Fact>}
      {verdict && (
        <Fact title={t.verdict}>
          <code>{verdict}</code>
        </Fact>
      )}
      {explanation && (
        <Fact title={t.explanation}>
          <Foreign>{explanation}</Foreign>
        </Fact>
      )}
      <Fact title={t.id}>
        <code>{eventId}</code>
      </Fact>
    </dl>
  )
}

interface ReplayProps {
  delivery: EventDelivery
  onReplayed: () => void
  onClose: () => void
}

function Replay({ delivery: { eventId, endpointId }, onReplayed, onClose }: ReplayProps) {
  const work = useAction(async () => {
    const { count } = await read(api.POST('/settings/events/replay', { body: { eventId, endpointId } }))
    toast(count > 0 ? t.replayed : t.nothingReplayed)
    onReplayed()
    onClose()
  })
  return (
    <>
      <Problem error={work.error} />
      <Button isBusy={work.isBusy} onClick={work.run}>
        {t.replay}
      </Button>
    </>
  )
}
