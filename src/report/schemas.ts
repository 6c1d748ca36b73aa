import { int, text } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import type { Figures, Report } from './figures.ts'
import { MOST_DAYS } from './figures.ts'

/** More names of measures than there are. */
const MOST_NAMES = 500

const day = (doc: string) => text(`${doc}, such as \`2026-11-27\`.`, 10)
const named = (name: string) => array(object(name, { name: text(), count: int() }), MOST_NAMES)
const times = (name: string, doc: string) =>
  object(name, {
    count: int(`How many times were counted: ${doc}.`),
    median: optional(int('In seconds, about: times are counted in steps.')),
    p90: optional(int('90 of 100 were at most as long; in seconds, about.')),
  })

const figures = (name: string) =>
  object(name, {
    chats: int('Chats in which a customer has written.'),
    people: int('Those of them in which people took part.'),
    resolved: object(`${name}Resolved`, {
      count: int(
        'Chats that the assistant alone has answered, in which the customer within 24 hours after the last message neither asked for a person, nor asked for the same again, nor rated the chat bad.',
      ),
      of: int('The chats of which that is known: all but those that may still turn out not to be resolved.'),
    }),
    unanswered: int('Questions to which the assistant had no answer.'),
    firstReply: times(`${name}FirstReply`, 'from when the customer waited for people to their first reply'),
    close: times(`${name}Close`, 'from when the customer waited for people to the end of the chat'),
    ratings: object(`${name}Ratings`, { good: int(), bad: int() }),
    handOvers: named(`${name}HandOver`),
    topics: named(`${name}Topic`),
    refunds: array(
      object(`${name}Refunds`, {
        status: text(),
        kind: text('The reason.'),
        currency: text(),
        count: int(),
        amount: int('The sum, in minor units.'),
      }),
      MOST_NAMES,
    ),
  })

/** The figures of a period, and of the one before. */
export const nowFigures = figures('ReportFigures')
export const beforeFigures = figures('EarlierFigures')

/** The fields of a report. */
export const reportFields = {
  timeZone: text('The time zone in which the days of the workspace begin.'),
  from: day('The first day'),
  to: day('The last day, which is today'),
  days: int('How many days that are.', 1, MOST_DAYS),
  now: nowFigures,
  before: beforeFigures,
  perDay: array(object('ReportDay', { day: day('The day'), chats: int(), people: int() }), MOST_DAYS),
}

const exampleFigures: Figures = {
  chats: 240,
  people: 61,
  resolved: { count: 151, of: 232 },
  unanswered: 9,
  firstReply: { count: 58, median: 180, p90: 1_800 },
  close: { count: 52, median: 2_700, p90: 43_200 },
  ratings: { good: 48, bad: 6 },
  handOvers: [{ name: 'human', count: 23 }],
  topics: [{ name: 'order_status', count: 120 }],
  refunds: [{ status: 'succeeded', kind: 'defect', currency: 'EUR', count: 12, amount: 41_300 }],
}

export const exampleReport: Report = {
  timeZone: 'Europe/Berlin',
  from: '2026-02-01',
  to: '2026-02-01',
  days: 1,
  now: exampleFigures,
  before: exampleFigures,
  perDay: [{ day: '2026-02-01', chats: 240, people: 61 }],
}
