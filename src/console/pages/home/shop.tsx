import type { ShopHealth } from '../api-types.ts'
import { foreign, Status } from '../parts/values.tsx'
import { home as t } from '../texts/en/home.ts'
import style from './style.module.css'
import { Tile } from './tile.tsx'

/** Which shop is connected, or asks to be, and the first of its problems. */
export function Shop({ shop: { state, shop, problems } }: { shop: ShopHealth }) {
  return (
    <Tile title={t.shop} href="/connection">
      <p class={style.message}>{foreign(shop ?? '')}</p>
      <p>
        {state === 'claimed' ? (
          <Status tone="waiting">{t.asks}</Status>
        ) : (
          <Status tone={problems.length > 0 ? 'bad' : 'good'}>
            {problems.length > 0 ? t.hasProblems : t.isConnected}
          </Status>
        )}
      </p>
      {problems[0] && <p class="quiet">{problems[0]}</p>}
    </Tile>
  )
}
