import { timeZoneOf } from '../access/workspaces.ts'
import { dayAfter, dayIn } from '../lib/days.ts'
import type { Reader } from '../store/store.ts'
import {
  CHATS,
  CLOSE,
  FIRST_REPLY,
  HAND_OVER,
  type Measures,
  namedMeasures,
  PEOPLE,
  RATING,
  REFUND_AMOUNT,
  REFUNDS,
  RESOLVED,
  type Times,
  TOPIC,
  timesOf,
  UNANSWERED,
} from './measures.ts'

/** The longest period of a report, in days. */
export const MOST_DAYS = 366

/** Some days of a workspace, the first and the last one included. */
export interface Period {
  timeZone: string
  from: string
  to: string
}

/** Refunds of one state, reason and currency. */
export interface RefundsOf {
  status: string
  kind: string
  currency: string
  count: number
  /** In minor units. */
  amount: number
}

/** The figures of a period. */
export interface Figures {
  chats: number
  /** Chats in which people took part. */
  people: number
  /** Chats that the assistant alone has answered for good, of those of which that is known already. */
  resolved: { count: number; of: number }
  unanswered: number
  firstReply: Times
  close: Times
  ratings: { good: number; bad: number }
  handOvers: { name: string; count: number }[]
  topics: { name: string; count: number }[]
  refunds: RefundsOf[]
}

export interface Report extends Period {
  days: number
  now: Figures
  /** As many days before. */
  before: Figures
  perDay: { day: string; chats: number; people: number }[]
}

/** The last days of a workspace, up to today. */
export async function periodOf(reader: Reader, workspaceId: string, days: number, now: number): Promise<Period> {
  const timeZone = await timeZoneOf(reader, workspaceId)
  const to = dayIn(timeZone, now)
  return { timeZone, from: dayAfter(to, 1 - days), to }
}

/**
 * What was done for customers in the last days, today included, and in as many days before.
 *
 * @param now epoch milliseconds
 */
export async function readReport(reader: Reader, workspaceId: string, days: number, now: number): Promise<Report> {
  const period = await periodOf(reader, workspaceId, days, now)
  const { from, to } = period
  const first = dayAfter(from, -days)
  const rows = await reader.all<{ isNow: number; measure: string; value: number }>(
    `SELECT "isNow", measure, sum(value) AS value
     FROM (SELECT day >= ? AS "isNow", measure, value FROM report_days WHERE workspace_id = ? AND day BETWEEN ? AND ?) AS counted
     GROUP BY "isNow", measure`,
    from,
    workspaceId,
    first,
    to,
  )
  const open = await reader.all<{ day: string; count: number }>(
    `SELECT day, count(*) AS count FROM report_counted WHERE workspace_id = ? AND settles_at > ? GROUP BY day`,
    workspaceId,
    now,
  )
  const figuresOf = (isNow: number, [begin, end]: [string, string]) => {
    const measures = Object.fromEntries(
      rows.filter((row) => row.isNow === isNow).map(({ measure, value }) => [measure, value]),
    )
    const unsettled = open.filter(({ day }) => begin <= day && day <= end).reduce((sum, { count }) => sum + count, 0)
    return figures(measures, unsettled)
  }
  return {
    ...period,
    days,
    now: figuresOf(1, [from, to]),
    before: figuresOf(0, [first, dayAfter(from, -1)]),
    perDay: await chatsPerDay(reader, workspaceId, period, days),
  }
}

/** @param unsettled chats of which it is not known yet whether the assistant has resolved them */
function figures(measures: Measures, unsettled: number): Figures {
  const of = (name: string) => measures[name] ?? 0
  return {
    chats: of(CHATS),
    people: of(PEOPLE),
    resolved: { count: Math.max(0, of(RESOLVED) - unsettled), of: Math.max(0, of(CHATS) - unsettled) },
    unanswered: of(UNANSWERED),
    firstReply: timesOf(FIRST_REPLY, measures),
    close: timesOf(CLOSE, measures),
    ratings: { good: of(`${RATING}.good`), bad: of(`${RATING}.bad`) },
    handOvers: namedMeasures(HAND_OVER, measures),
    topics: namedMeasures(TOPIC, measures),
    refunds: namedMeasures(REFUNDS, measures).map(({ name, count }) => {
      const [status = '', kind = '', currency = ''] = name.split('.')
      return { status, kind, currency, count, amount: of(`${REFUND_AMOUNT}.${name}`) }
    }),
  }
}

async function chatsPerDay(
  reader: Reader,
  workspaceId: string,
  { from, to }: Period,
  days: number,
): Promise<Report['perDay']> {
  const rows = await reader.all<{ day: string; measure: string; value: number }>(
    `SELECT day, measure, value FROM report_days
     WHERE workspace_id = ? AND day BETWEEN ? AND ? AND measure IN ('${CHATS}', '${PEOPLE}')`,
    workspaceId,
    from,
    to,
  )
  const values = new Map(rows.map(({ day, measure, value }) => [`${day} ${measure}`, value]))
  return Array.from({ length: days }, (_, index) => {
    const day = dayAfter(from, index)
    return { day, chats: values.get(`${day} ${CHATS}`) ?? 0, people: values.get(`${day} ${PEOPLE}`) ?? 0 }
  })
}

/** All that was counted of the days of a period, for those who draw their own: a row a day and measure. */
export function measuresOf(
  reader: Reader,
  workspaceId: string,
  { from, to }: Period,
): Promise<{ day: string; measure: string; value: number }[]> {
  return reader.all(
    'SELECT day, measure, value FROM report_days WHERE workspace_id = ? AND day BETWEEN ? AND ? ORDER BY day, measure',
    workspaceId,
    from,
    to,
  )
}
