import type { Home } from '../api-types.ts'
import { at } from '../base.ts'
import { Tries } from '../parts/refund-rows.tsx'
import { Amount, Moment, Status } from '../parts/values.tsx'
import { home as t } from '../texts/en/home.ts'
import { en } from '../texts/en.ts'
import { countText } from '../waiting.ts'
import { Imports, Pushes } from './arrivals.tsx'
import { Backup } from './backup.tsx'
import { Figures } from './figures.tsx'
import { Shop } from './shop.tsx'
import style from './style.module.css'
import { Tile } from './tile.tsx'
import type { SeenPush } from './use-home.ts'

/** What waits for people comes first, then the figures of the week, and then what may be broken. */
export function Tiles({ home, seen }: { home: Home; seen: SeenPush | undefined }) {
  return (
    <>
      <div class={`${style.tiles} ${style.waits}`}>
        <Chats chats={home.chats} />
        <Refunds refunds={home.refunds} />
      </div>
      {home.figures && <Figures figures={home.figures} />}
      <Health home={home} seen={seen} />
    </>
  )
}

function Health({ home, seen }: { home: Home; seen: SeenPush | undefined }) {
  return (
    <div class={style.tiles}>
      {home.shop?.shop && <Shop shop={home.shop} />}
      <Refused refused={home.refused} />
      <Pushes pushes={home.pushes} seen={seen} />
      {home.imports.length > 0 && <Imports imports={home.imports} now={home.now} />}
      <Endpoint endpoint={home.endpoint} />
      {home.notifications.disabled.length > 0 && <Notifications hosts={home.notifications.disabled} />}
      {home.backup && <Backup backup={home.backup} />}
    </div>
  )
}

function Refunds({ refunds: { waiting, oldestAt, sums, failedThisWeek, failing } }: Pick<Home, 'refunds'>) {
  return (
    <Tile title={t.refunds} href={waiting > 0 ? '/refunds?tab=waiting' : '/refunds'}>
      <p class={waiting > 0 ? style.number : style.calm}>{waiting > 0 ? waiting : t.nothingWaits}</p>
      {waiting > 0 && (
        <p class={style.sums}>
          {sums.map(({ currency, amount }) => (
            <Amount key={currency} amount={amount} currency={currency} />
          ))}
        </p>
      )}
      {oldestAt && (
        <p class="quiet">
          {t.oldest} <Moment at={oldestAt} />
        </p>
      )}
      {failing.oldest && (
        <p>
          <a href={at(failing.count === 1 ? `/refunds/${failing.oldest.id}` : '/refunds?tab=running')}>
            <Status tone="waiting">{t.failing(failing.count)}</Status>
          </a>
          <span class="quiet below">
            <Tries failing={failing.oldest} />
          </span>
        </p>
      )}
      {failedThisWeek > 0 && (
        <p>
          <Status tone="bad">{t.failed(failedThisWeek)}</Status>
        </p>
      )}
    </Tile>
  )
}

function Chats({ chats: { waiting, oldestAt } }: Pick<Home, 'chats'>) {
  return (
    <Tile title={t.chats} href={waiting > 0 ? '/chats?show=waiting' : '/chats'}>
      <p class={waiting > 0 ? style.number : style.calm}>{countText(waiting) || t.nobodyWaits}</p>
      {oldestAt && (
        <p class="quiet">
          {t.oldest} <Moment at={oldestAt} />
        </p>
      )}
    </Tile>
  )
}

function Refused({ refused: { count, latest } }: Pick<Home, 'refused'>) {
  return (
    <Tile title={t.refused} href="/pushes">
      <p class={count > 0 ? style.number : style.calm}>{count > 0 ? t.many(count) : t.noneRefused}</p>
      {latest && (
        <>
          <p class={style.message}>{latest.message ?? t.status(latest.status)}</p>
          <p class="quiet">
            {latest.type ? en.common.types[latest.type] : t.refusedPush}, <Moment at={latest.at} />
          </p>
        </>
      )}
    </Tile>
  )
}

function Endpoint({ endpoint: { isSetUp, lastTest, calls, answered } }: Pick<Home, 'endpoint'>) {
  return (
    <Tile title={t.endpoint} href="/settings/refunds">
      {calls > 0 && (
        <>
          <p class={style.number}>{t.of(answered, calls)}</p>
          <p>{t.answered}</p>
        </>
      )}
      {calls === 0 && <p class={style.calm}>{isSetUp ? t.noCalls : t.notSetUp}</p>}
      {lastTest && (
        <p>
          <Status tone={lastTest.isOutdated ? 'waiting' : lastTest.isGood ? 'good' : 'bad'}>
            {lastTest.isGood ? t.testGood : t.testBad}
          </Status>{' '}
          <span class="quiet">
            <Moment at={lastTest.at} />
            {lastTest.isOutdated && `, ${t.outdated}`}
          </span>
        </p>
      )}
      {isSetUp && !lastTest && <p class="quiet">{t.neverTested}</p>}
    </Tile>
  )
}

function Notifications({ hosts }: { hosts: string[] }) {
  return (
    <Tile title={t.notifications} href="/settings/notifications">
      <p>
        <Status tone="bad">{t.disabled(hosts.length)}</Status>
      </p>
      <p class={style.message}>{hosts.join(', ')}</p>
      <p class="quiet">{t.disabledWhy}</p>
    </Tile>
  )
}
