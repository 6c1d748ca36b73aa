import * as v from 'valibot'
import { requireAgent, requireManager } from '../access/actor.ts'
import { getWorkspace } from '../access/workspaces.ts'
import { countResults } from '../conformance/check-workspace.ts'
import { type Route, route } from '../http/route.ts'
import { choice, currency, flag, int, money, text, url } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { changeRefundSettings, createRefundSecret, type SettingsChange } from '../refunds/change-settings.ts'
import { testConnection } from '../refunds/endpoint/test-connection.ts'
import { activeStatuses } from '../refunds/lifecycle.ts'
import { type ReasonKind, reasonKinds } from '../refunds/reasons.ts'
import { countRefunds } from '../refunds/refunds.ts'
import { getRefundSettings } from '../refunds/settings.ts'
import type { Reader } from '../store/store.ts'
import { member } from './credentials.ts'
import { refundPart } from './refund-parts.ts'
import { nothing } from './schemas.ts'
import { requireConfirmed } from './sign-in.ts'

/** Shared by all routes of this file. */
const ofSettings = { tag: 'Settings', credential: member, limits: ['calls'] } satisfies Partial<Route>

const YEAR = { minutes: 525_600, hours: 8_760, days: 365 }

/** A field for each kind of issue. */
function eachKind<Field extends v.GenericSchema>(field: () => Field): Record<ReasonKind, Field> {
  return Object.fromEntries(reasonKinds.map((kind) => [kind, field()])) as Record<ReasonKind, Field>
}

const settingsSchema = object('RefundSettings', {
  endpointUrl: optional(url()),
  secretEnding: optional(text('The last four characters of the signing secret; null if it is not set.')),
  mode: choice(['execute', 'request']),
  enabled: flag(),
  autoLimit: optional(money()),
  limitCurrency: optional(currency()),
  frozen: flag('Whether every refund needs an agent.'),
  rungs: object(
    'Rungs',
    eachKind(() => int(undefined, 0, 5)),
  ),
  returnPeriodDays: object(
    'ReturnPeriods',
    eachKind(() => optional(int())),
  ),
  assumeDeliveredAfterDays: optional(
    int('Days after which a shipped order without parcels counts as delivered for the assistant.'),
  ),
  customerTimeoutMinutes: int(),
  approvalTimeoutHours: int(),
  pendingTimeoutDays: int(),
  hasPlan: flag('Whether the plan of the workspace has refunds.'),
  underWay: int('Refunds that are not over: a new secret ends the one that their requests are signed with.'),
})

const response = {
  schema: settingsSchema,
  example: {
    endpointUrl: 'https://shop.example/refunds',
    secretEnding: 'x7Rb',
    mode: 'execute',
    enabled: true,
    autoLimit: 5_000,
    limitCurrency: 'EUR',
    frozen: false,
    rungs: { defect: 4, not_received: 0, return: 0, other: 0 },
    returnPeriodDays: { defect: null, not_received: null, return: 30, other: 30 },
    assumeDeliveredAfterDays: null,
    customerTimeoutMinutes: 60,
    approvalTimeoutHours: 72,
    pendingTimeoutDays: 14,
    hasPlan: true,
    underWay: 0,
  },
}

async function showSettings(reader: Reader, workspaceId: string): Promise<object> {
  const { plan, test } = await getWorkspace(reader, workspaceId)
  const byStatus = await countRefunds(reader, workspaceId, activeStatuses)
  return {
    ...(await getRefundSettings(reader, workspaceId)),
    hasPlan: plan !== 'starter' || test,
    underWay: activeStatuses.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0),
  }
}

const show = route({
  ...ofSettings,
  method: 'GET',
  path: '/settings/refunds',
  operationId: 'showRefundSettings',
  summary: 'Show the refund settings',
  status: 200,
  response,
  errors: [],
  handler: ({ workspace, actor, store }) => {
    requireAgent(actor)
    return showSettings(store.read, workspace.id)
  },
})

const change = route({
  ...ofSettings,
  method: 'POST',
  path: '/settings/refunds',
  operationId: 'changeRefundSettings',
  summary: 'Change the refund settings',
  description: 'Omitted settings stay. Freezing all refunds needs no password; every other change does.',
  body: {
    schema: object('RefundSettingsChange', {
      endpointUrl: v.optional(url()),
      mode: v.optional(choice(['execute', 'request'])),
      enabled: v.optional(flag()),
      autoLimit: optional(money('Null: no refund is automatic.')),
      limitCurrency: optional(currency()),
      frozen: v.optional(flag()),
      rungs: v.optional(
        object(
          'RungsChange',
          eachKind(() => v.optional(int(undefined, 0, 5))),
        ),
      ),
      returnPeriodDays: v.optional(
        object(
          'ReturnPeriodsChange',
          eachKind(() => optional(int(undefined, 0, 36_500))),
        ),
      ),
      assumeDeliveredAfterDays: optional(int(undefined, 1, YEAR.days)),
      customerTimeoutMinutes: v.optional(int(undefined, 1, YEAR.minutes)),
      approvalTimeoutHours: v.optional(int(undefined, 1, YEAR.hours)),
      pendingTimeoutDays: v.optional(int(undefined, 1, YEAR.days)),
    }),
    size: 'widget',
    example: { frozen: true },
  },
  status: 200,
  response,
  errors: [],
  handler: async ({ body, workspace, holder, actor, part, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    if (!onlyFreezes(body)) requireConfirmed(holder, now)
    const { policy } = part(refundPart).services.outbound
    await store.write((tx) => changeRefundSettings(tx, actor, workspace.id, body as SettingsChange, policy, now))
    return showSettings(store.read, workspace.id)
  },
})

/** Stopping automatic refunds may be urgent, so it needs no password. */
function onlyFreezes(body: object): boolean {
  const { frozen, ...others } = body as { frozen?: boolean }
  return frozen === true && Object.keys(others).length === 0
}

const newSecret = route({
  ...ofSettings,
  method: 'POST',
  path: '/settings/refunds/secret',
  operationId: 'createRefundSecret',
  summary: 'Create a signing secret. The previous one ends at once',
  body: nothing,
  status: 200,
  response: {
    schema: object('NewSecret', { secret: text('Shown this once.') }),
    example: { secret: 'whsec_…' },
  },
  errors: [],
  handler: async ({ workspace, holder, actor, sealer, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    return { secret: await store.write((tx) => createRefundSecret(tx, actor, workspace.id, sealer, now)) }
  },
})

const tryEndpoint = route({
  ...ofSettings,
  method: 'POST',
  path: '/settings/refunds/test-connection',
  operationId: 'testRefundConnection',
  summary: "Send a signed ping to the shop's endpoint",
  body: nothing,
  status: 200,
  response: {
    schema: object('ConnectionTest', {
      url: text(),
      ok: flag(),
      httpStatus: optional(int()),
      durationMs: int(),
      sent: v.pipe(v.record(v.string(), v.string()), v.description('The headers of the request, by name.')),
      answer: optional(text('The beginning of the answer.', 100_000)),
      verdict: text('What it means, for people.'),
    }),
    example: {
      url: 'https://shop.example/refunds',
      ok: true,
      httpStatus: 200,
      durationMs: 41,
      sent: { 'service-signature': 't=1785920400,v1=5257a869e7…' },
      answer: '{"ok":true}',
      verdict: 'The endpoint answered as it should.',
    },
  },
  errors: ['CONFLICT'],
  handler: ({ workspace, actor, part }) => testConnection(part(refundPart).services, actor, workspace.id),
})

const checkEndpoint = route({
  ...ofSettings,
  method: 'POST',
  path: '/settings/refunds/check',
  operationId: 'checkRefundEndpoint',
  summary: "Check that the shop's endpoint meets every requirement",
  description:
    'Sends some 40 correct and incorrect requests, as `storewire endpoint check` does, but no `refund.create`. Takes up to 45 seconds. A workspace has one check at a time (409 `check_running`), a server two.',
  body: nothing,
  status: 200,
  response: {
    schema: object('EndpointCheck', {
      passed: int(),
      failed: int(),
      skipped: int(),
      checks: array(
        object('CheckResult', {
          group: text(),
          name: text(),
          status: choice(['pass', 'fail', 'skip']),
          reason: optional(text('Why it did not pass.', 100_000)),
          why: text('What goes wrong in production without it.'),
          fix: text('How to fix the endpoint.'),
          durationMs: int(),
        }),
        1_000,
      ),
    }),
    example: {
      passed: 1,
      failed: 0,
      skipped: 0,
      checks: [
        {
          group: 'working',
          name: 'ping',
          status: 'pass',
          reason: null,
          why: 'Without a working ping nothing else can work.',
          fix: 'Answer a ping with {"ok":true}.',
          durationMs: 12,
        },
      ],
    },
  },
  errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
  handler: async ({ workspace, holder, actor, part, clock }) => {
    requireManager(actor)
    requireConfirmed(holder, clock.now())
    const checks = await part(refundPart).checks.run(actor, workspace.id)
    return { ...countResults(checks), checks }
  },
})

export const settingsRoutes: Route[] = [show, change, newSecret, tryEndpoint, checkEndpoint]
