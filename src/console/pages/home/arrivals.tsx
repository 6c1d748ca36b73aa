import type { Home } from '../api-types.ts'
import { Moment, Status } from '../parts/values.tsx'
import { home as t } from '../texts/en/home.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'
import { Tile } from './tile.tsx'
import type { SeenPush } from './use-home.ts'

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
              <dt>{en.common.types[type]}</dt>
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

/** A rate that was measured for a shorter time says little. */
const LEAST_MS = 5_000

/** Imports that run: how far they are, how fast, and for how long still. */
export function Imports({ imports, now }: Pick<Home, 'imports' | 'now'>) {
  return (
    <Tile title={t.imports} href="/imports" isWide>
      <ul class={style.imports}>
        {imports.map(({ backfillId, name, received, processed, startedAt }) => {
          const title = name ?? backfillId ?? ''
          const ms = Date.parse(now) - Date.parse(startedAt)
          const rate = ms < LEAST_MS ? 0 : Math.round(processed / (ms / 1000))
          return (
            <li key={backfillId ?? title}>
              <p class={style.import}>
                <span>{title}</span>
                <span class="quiet number">{t.of(processed, received)}</span>
              </p>
              <progress class={style.progress} value={processed} max={received} aria-label={title} />
              {rate > 0 && <p class="quiet number">{t.rate(rate, duration(((received - processed) / rate) * 1000))}</p>}
            </li>
          )
        })}
      </ul>
    </Tile>
  )
}

const UNITS: [unit: string, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/** About how long something takes, in one unit: `2 hours`. It is never said to be shorter than it is. */
function duration(ms: number): string {
  const [unit, length] = UNITS.find(([, length]) => ms >= 2 * length) ?? ['second', 1_000]
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(ms / length))
}
