import type { Home } from '../api-types.ts'
import { en } from '../texts/en.ts'
import { duration } from './duration.ts'
import style from './style.module.css'
import { Tile } from './tiles.tsx'

const { home: t } = en
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
