import type { Home } from '../api-types.ts'
import { Moment } from '../parts/moment.tsx'
import { Status } from '../parts/status.tsx'
import { en } from '../texts/en.ts'
import { duration } from './duration.ts'
import style from './style.module.css'
import { Tile } from './tiles.tsx'
import type { SeenPush } from './use-home.ts'

const { home: t } = en

/** Whether each type still arrives: when its latest push was accepted, and whether that is unusually long ago. */
export function Pushes({ pushes, seen }: { pushes: Home['pushes']; seen: SeenPush | undefined }) {
  if (pushes.length === 0)
    return (
      <Tile title={t.pushes}>
        <p class={style.calm}>{t.nothingPushed}</p>
      </Tile>
    )
  return (
    <Tile title={t.pushes} isWide>
      <dl class={style.types}>
        {pushes.map(({ type, lastId, at, usualGapMs, isSilent }) => {
          const isSeen = seen?.type === type
          return (
            <div key={type}>
              <dt>{t.types[type]}</dt>
              <dd>
                <Moment at={isSeen ? new Date(seen.at).toISOString() : at} />
                <code class={style.id}>{isSeen ? seen.id : lastId}</code>
                {isSilent && !isSeen && (
                  <>
                    <Status tone="bad">{t.silent}</Status>
                    <span class="quiet">{t.usually(duration(usualGapMs ?? 0))}</span>
                  </>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </Tile>
  )
}
