import { at } from '../base.ts'
import { Empty } from '../parts/empty.tsx'
import { chats as t } from '../texts/en/chats.ts'
import { addressOf, type Place } from './place.ts'

/** Why a list is empty, and what would fill it. */
export function NoChats({ place, next }: { place: Place; next: string | undefined }) {
  const isFiltered = place.who !== undefined || place.unread !== undefined || place.cursor !== undefined
  if (isFiltered)
    return (
      <Empty title={t.filtered}>
        {next ? (
          <a href={addressOf({ ...place, cursor: next })}>{t.older}</a>
        ) : (
          <a href={addressOf({ show: place.show })}>{t.clear}</a>
        )}
      </Empty>
    )
  return (
    <Empty title={t.empty[place.show]}>
      {(place.show === 'open' || place.show === 'all') && (
        <>
          <p>{t.emptyWhy}</p>
          <a href={at('/settings/widget')}>{t.emptyLink}</a>
        </>
      )}
    </Empty>
  )
}
