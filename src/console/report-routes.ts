import * as v from 'valibot'
import { requireManager } from '../access/actor.ts'
import { setTimeZone } from '../access/workspaces.ts'
import { MAX_RATING_TEXT, ratings } from '../conversations/ratings.ts'
import { type Route, route } from '../http/route.ts'
import { choice, flag, id, int, text, time } from '../lib/fields.ts'
import { array, object } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { measuresOf, periodOf, readReport } from '../report/figures.ts'
import { decideQuestion, MOST_GROUPS, questionGroups } from '../report/questions.ts'
import { MOST_WORDS, ratedWords } from '../report/rated-words.ts'
import { DEFAULT_DAYS, daysQuery, MOST_MEASURES, measureView } from '../report/routes.ts'
import { exampleReport, reportFields } from '../report/schemas.ts'
import { member } from './credentials.ts'

/** Shared by all routes of this file. Like the reports of other desks they are for those who run the shop, not for each agent. */
const ofReport = { tag: 'Report', credential: member, limits: ['calls'] } satisfies Partial<Route>

const show = route({
  ...ofReport,
  method: 'GET',
  path: '/report',
  operationId: 'showReport',
  summary: 'Show what was done for customers in the last days, and in as many before',
  query: v.object(daysQuery),
  status: 200,
  response: {
    schema: object('ReportView', {
      ...reportFields,
      ratedWords: array(
        object('RatedWords', {
          conversationId: id(),
          rating: choice(ratings),
          text: text(undefined, MAX_RATING_TEXT),
          at: time(),
        }),
        MOST_WORDS,
      ),
    }),
    example: { ...exampleReport, ratedWords: [] },
  },
  errors: [],
  handler: async ({ query: { days = DEFAULT_DAYS }, workspace, actor, store: { read }, clock }) => {
    requireManager(actor)
    const now = clock.now()
    const words = await ratedWords(read, workspace.id, days, now)
    return {
      ...(await readReport(read, workspace.id, days, now)),
      ratedWords: words.map(({ at, ...rest }) => ({ ...rest, at: toIso(Math.min(at, now)) })),
    }
  },
})

const listMeasures = route({
  ...ofReport,
  method: 'GET',
  path: '/report-measures',
  operationId: 'listReportMeasures',
  summary: 'List all that was counted in the last days, a row a day and measure',
  query: v.object(daysQuery),
  status: 200,
  response: {
    schema: object('ReportMeasures', { data: array(measureView, MOST_MEASURES) }),
    example: { data: [{ day: '2026-02-01', measure: 'chats', value: 240 }] },
  },
  errors: [],
  handler: async ({ query: { days = DEFAULT_DAYS }, workspace, actor, store: { read }, clock }) => {
    requireManager(actor)
    return { data: await measuresOf(read, workspace.id, await periodOf(read, workspace.id, days, clock.now())) }
  },
})

const listQuestions = route({
  ...ofReport,
  method: 'GET',
  path: '/report-questions',
  operationId: 'listReportQuestions',
  summary: 'List the questions to which the assistant had no answer, those that are alike together',
  query: v.object({
    ...daysQuery,
    notOurs: v.optional(v.pipe(v.picklist(['true']), v.description('Those that are not the shop’s to answer.'))),
  }),
  status: 200,
  response: {
    schema: object('ReportQuestions', {
      data: array(
        object('QuestionGroup', {
          id: id('The newest of them.'),
          wording: text('How the newest was worded, without personal data.', 1_000),
          count: int(),
          conversationId: id('The chat of the newest.'),
          at: time('When the newest was asked.'),
        }),
        MOST_GROUPS,
      ),
    }),
    example: { data: [] },
  },
  errors: [],
  handler: async ({ query: { days = DEFAULT_DAYS, notOurs }, workspace, actor, store: { read }, clock }) => {
    requireManager(actor)
    const now = clock.now()
    const { from, to } = await periodOf(read, workspace.id, days, now)
    const asked = { workspaceId: workspace.id, from, to, notOurs: notOurs === 'true' }
    const groups = await questionGroups(read, asked)
    return { data: groups.map(({ at, ...group }) => ({ ...group, at: toIso(Math.min(at, now)) })) }
  },
})

const decide = route({
  ...ofReport,
  method: 'POST',
  path: '/report-questions/{id}',
  operationId: 'decideReportQuestion',
  summary: 'Note that a question and those like it are not the shop’s to answer, or that they are',
  params: v.object({ id: id('The question.') }),
  body: { schema: object('DecideQuestion', { notOurs: flag() }), size: 'widget', example: { notOurs: true } },
  status: 204,
  errors: ['NOT_FOUND'],
  handler: async ({ params, body: { notOurs }, workspace, actor, store, clock }) => {
    const decided = { workspaceId: workspace.id, id: params.id, notOurs }
    await store.write((tx) => decideQuestion(tx, actor, decided, clock.now()))
  },
})

const zone = route({
  ...ofReport,
  method: 'POST',
  path: '/time-zone',
  operationId: 'setTimeZone',
  summary: 'Set the time zone in which the days of the workspace begin, from now on',
  body: {
    schema: object('TimeZone', { timeZone: text('An IANA name.', 64) }),
    size: 'widget',
    example: { timeZone: 'Europe/Berlin' },
  },
  status: 204,
  errors: [],
  handler: async ({ body: { timeZone }, workspace, actor, store, clock }) => {
    await store.write((tx) => setTimeZone(tx, actor, workspace.id, timeZone, clock.now()))
  },
})

export const reportViewRoutes: Route[] = [show, listMeasures, listQuestions, decide, zone]
