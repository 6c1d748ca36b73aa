import type { Home } from '../api-types.ts'
import { isDev } from '../base.ts'
import { Moment, Status } from '../parts/values.tsx'
import { home as t } from '../texts/en/home.ts'
import style from './style.module.css'
import { Tile } from './tile.tsx'

/** When the last backup was made, and whether the server makes them. */
export function Backup({ backup: { isPlanned, lastAt, failure } }: { backup: NonNullable<Home['backup']> }) {
  return (
    <Tile title={t.backup} {...(isDev ? {} : { href: '/system' })}>
      <p class={style.calm}>{lastAt ? <Moment at={lastAt} /> : t.noBackup}</p>
      <p class="quiet">{isPlanned ? t.planned : t.notPlanned}</p>
      {failure && (
        <p>
          <Status tone="bad">{t.backupFailed}</Status>
        </p>
      )}
    </Tile>
  )
}
