import { useLocation } from 'preact-iso/router'
import { at } from '../base.ts'
import { ChoiceField } from '../parts/field.tsx'
import { Views } from '../parts/views.tsx'
import { en } from '../texts/en.ts'
import { addressOf, type Place, queryOf, sortOf, statusesOf } from './place.ts'

const { refunds: t } = en

/** What narrows a tab down to one state, and which refunds of it are first. */
export function Filters({ place }: { place: Place }) {
  const { route } = useLocation()
  const statuses = statusesOf[place.tab]
  return (
    <div class="tools filters">
      {statuses.length > 0 && (
        <ChoiceField
          label={t.state}
          value={place.status ?? ''}
          options={Object.fromEntries(statuses.map((status) => [status, t.statuses[status]]))}
          none={t.anyState}
          onChange={(next) => route(addressOf({ ...place, status: statuses.find((one) => one === next) }))}
        />
      )}
      <ChoiceField
        label={t.sort}
        value={sortOf(place)}
        options={en.common.sorts}
        onChange={(sort) => route(addressOf({ ...place, sort }))}
      />
      <Views list="refunds" shown={queryOf(place)} addressOf={(view) => `${at('/refunds')}?${view}`} />
    </div>
  )
}
