import * as v from 'valibot'
import { secretKey } from '../http/credentials/keys.ts'
import { queryInteger } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { int, text } from '../lib/fields.ts'
import { array, object } from '../lib/schema.ts'
import { MOST_DAYS, measuresOf, readReport } from './figures.ts'
import { exampleReport, reportFields } from './schemas.ts'

export const REPORT_TAG = 'Report'

/** More than a year of a busy shop has. */
export const MOST_MEASURES = 200_000

/** How many days a report has if nobody says. */
export const DEFAULT_DAYS = 30

export const daysQuery = {
  days: queryInteger('How many days, today included.', { min: 1, max: MOST_DAYS, normally: DEFAULT_DAYS }),
}

export const measureView = object('ReportMeasure', {
  day: text('Such as `2026-11-27`.', 10),
  measure: text('What was counted.'),
  value: int(),
})

const getReport = route({
  method: 'GET',
  path: '/report',
  tag: REPORT_TAG,
  operationId: 'getReport',
  summary: 'Get the report',
  description:
    'Returns what was done for customers in the last days, today included (`now`), and in as many days before (`before`). A day begins at midnight in the time zone of the workspace; a chat counts on the day on which its customer first wrote, and what happens later corrects that day. `measures` has all that was counted, for charts of your own: a row a day and measure, such as `chats`, `people`, `resolved`, `topic.order_status`, `hand_over.human`, `rating.good`, `refunds.succeeded.defect.EUR` and `refund_amount.succeeded.defect.EUR`. Counts stay when customers are erased.',
  credential: secretKey,
  limits: ['calls'],
  query: v.object(daysQuery),
  status: 200,
  response: {
    schema: object('Report', { ...reportFields, measures: array(measureView, MOST_MEASURES) }),
    example: { ...exampleReport, measures: [{ day: '2026-02-01', measure: 'chats', value: 240 }] },
  },
  errors: [],
  handler: async ({ query: { days = DEFAULT_DAYS }, workspace, store, clock }) => {
    const report = await readReport(store.read, workspace.id, days, clock.now())
    return { ...report, measures: await measuresOf(store.read, workspace.id, report) }
  },
})

export const reportRoutes: Route[] = [getReport]
