import type { DevEvent } from '../../dev-view.ts'
import { at } from '../base.ts'
import { CopyBlock } from '../parts/copy.tsx'
import { Empty } from '../parts/notice.tsx'
import { dev as t } from '../texts/en/dev.ts'
import { Row, Time } from './row.tsx'

/** Events as a webhook that may have text gets them. */
export function Events({ events }: { events: DevEvent[] }) {
  if (events.length === 0)
    return (
      <Empty title={t.noEvents}>
        <p class="quiet">{t.noEventsHelp}</p>
        <a href={at('/settings/notifications')}>{t.toNotifications}</a>
      </Empty>
    )
  return (
    <section class="card dev-list" aria-label={t.rowsLabel(t.tabs.events)}>
      {events.map((event) => (
        <Row
          key={event.id}
          line={
            <>
              <Time at={event.createdAt} />
              <code class="dev-main">{event.type}</code>
            </>
          }
        >
          <CopyBlock text={JSON.stringify(event, null, 2)} label={event.type} />
        </Row>
      ))}
    </section>
  )
}
