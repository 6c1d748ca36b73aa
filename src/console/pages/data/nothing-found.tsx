import { useState } from 'preact/hooks'
import { at } from '../base.ts'
import { CopyBlock } from '../parts/copy-field.tsx'
import { Empty } from '../parts/empty.tsx'
import { pushCommand } from '../parts/push-command.ts'
import { isManager } from '../session.ts'
import { data as t } from '../texts/en/data.ts'
import { addressOf, type Place, queryOf, type Type } from './place.ts'

/** An empty list: nothing matches, or nothing has been pushed, with what would fill it. */
export function NothingFound({ place, hasMore }: { place: Place; hasMore: boolean }) {
  const { type } = place
  if (hasMore) return <Empty title={t.nothingHere} />
  if (Object.keys(queryOf(place)).length > 0)
    return (
      <Empty title={t.nothingFound}>
        <a class="button plain" href={addressOf({ type, filters: {} })}>
          {t.clear}
        </a>
      </Empty>
    )
  return (
    <Empty title={t.none[type]}>
      {type === 'articles' && <p class="quiet">{t.articleHelp}</p>}
      {type === 'articles' && isManager.value && (
        <a class="button primary" href={at('/articles/new')}>
          {t.writeArticle}
        </a>
      )}
      <p class="quiet">{t.pushHelp}</p>
      <FirstPush type={type} />
    </Empty>
  )
}

function FirstPush({ type }: { type: Type }) {
  // What somebody copies stays what they saw.
  const [updatedAt] = useState(() => new Date().toISOString().replace(/\.\d+/, ''))
  return <CopyBlock text={pushCommand(type, { ...t.examples[type], updatedAt })} label={t.types[type]} />
}
