import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { getWorkspace } from '../access/workspaces.ts'
import { currencies, nearestCurrency } from '../lib/currencies.ts'
import { DomainError } from '../lib/errors.ts'
import type { Sealer } from '../lib/sealing.ts'
import { allowsLoopback, checkEndpointUrl, type OperatorPolicy } from '../outbound/addresses.ts'
import { newSigningSecret } from '../outbound/signing.ts'
import type { Tx } from '../store/store.ts'
import { refundEndpointPolicy } from './endpoint/shop-outbound.ts'
import { moveRefund } from './move.ts'
import { reasonKinds } from './reasons.ts'
import { awaitingRefunds } from './refunds.ts'
import {
  getRefundSettings,
  isEndpointByOperator,
  noteEndpointChange,
  noteEndpointSetter,
  type RefundSettings,
  requireRefundPlan,
  saveRefundSettings,
  saveSecret,
} from './settings.ts'

export type SettingsChange = Partial<
  Omit<RefundSettings, 'endpointUrl' | 'secretEnding' | 'rungs' | 'returnPeriodDays'>
> & {
  endpointUrl?: string
  rungs?: Partial<RefundSettings['rungs']>
  returnPeriodDays?: Partial<RefundSettings['returnPeriodDays']>
}

/**
 * Changes the settings in `change` and keeps the others.
 *
 * @returns all settings after the change
 * @throws DomainError FORBIDDEN for the plan or the role; BAD_REQUEST for an endpoint address that is not allowed, a value out of range,
 *   a limit without a currency, or if refunds are switched on without endpoint and secret
 */
export async function changeRefundSettings(
  tx: Tx,
  actor: Actor,
  workspaceId: string,
  change: SettingsChange,
  policy: OperatorPolicy,
  now: number,
): Promise<RefundSettings> {
  requireManager(actor)
  const workspace = await getWorkspace(tx, workspaceId)
  requireRefundPlan(workspace)
  const before = await getRefundSettings(tx, workspaceId)
  const after: RefundSettings = {
    ...before,
    ...change,
    rungs: { ...before.rungs, ...change.rungs },
    returnPeriodDays: { ...before.returnPeriodDays, ...change.returnPeriodDays },
  }
  // An address that stays keeps the operator who has set it.
  const stays = after.endpointUrl === before.endpointUrl && (await isEndpointByOperator(tx, workspaceId))
  const byOperator = stays || (change.endpointUrl !== undefined && actor.isOperator === true)
  if (change.endpointUrl !== undefined) {
    const chosen = { url: change.endpointUrl, isTest: workspace.test, byOperator }
    const problem = checkEndpointUrl(chosen.url, refundEndpointPolicy(policy, allowsLoopback(policy, chosen)))
    if (problem) throw problem
  }
  checkValues(after)
  checkTogether(after)
  await saveRefundSettings(tx, workspaceId, after)
  await noteEndpointSetter(tx, workspaceId, byOperator)
  if (after.endpointUrl !== before.endpointUrl) await noteEndpointChange(tx, workspaceId, now)
  if (before.enabled && !after.enabled) await cancelAwaiting(tx, actor, workspaceId, now)
  await audit(tx, {
    workspaceId,
    actor,
    action: 'refund_settings.changed',
    target: workspaceId,
    details: change,
    at: now,
  })
  return after
}

const YEAR = { minutes: 365 * 24 * 60, hours: 365 * 24, days: 365 }
const CENTURY_DAYS = 36_500

/** These numbers decide about money, so they are checked here too, whatever the caller has checked. */
function checkValues(settings: RefundSettings): void {
  const { mode, autoLimit, limitCurrency, rungs, returnPeriodDays } = settings
  if (mode !== 'execute' && mode !== 'request')
    throw new DomainError('BAD_REQUEST', 'mode', 'Invalid mode. Use execute or request.')
  if (autoLimit !== null) checkWhole('limit for automatic refunds', autoLimit, 0, Number.MAX_SAFE_INTEGER)
  if (limitCurrency !== null && !currencies.has(limitCurrency))
    throw new DomainError(
      'BAD_REQUEST',
      'limit_currency',
      `The currency of the limit is not an ISO 4217 code. Use a code such as ${nearestCurrency(limitCurrency) ?? 'EUR'}.`,
    )
  for (const kind of [...Object.keys(rungs), ...Object.keys(returnPeriodDays)])
    if (!(reasonKinds as readonly string[]).includes(kind))
      throw new DomainError(
        'BAD_REQUEST',
        'reason_kind',
        `Unknown reason ${kind}. Use one of ${reasonKinds.join(', ')}.`,
      )
  for (const kind of reasonKinds) {
    checkWhole(`trust level of ${kind}`, rungs[kind], 0, 5)
    const days = returnPeriodDays[kind]
    if (days !== null) checkWhole(`return period of ${kind} in days`, days, 0, CENTURY_DAYS)
  }
  const assumed = settings.assumeDeliveredAfterDays
  if (assumed !== null) checkWhole('time after which an order counts as delivered in days', assumed, 1, YEAR.days)
  checkWhole('time for customers in minutes', settings.customerTimeoutMinutes, 1, YEAR.minutes)
  checkWhole('time for agents in hours', settings.approvalTimeoutHours, 1, YEAR.hours)
  checkWhole('time for the shop to report in days', settings.pendingTimeoutDays, 1, YEAR.days)
}

function checkWhole(name: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return
  throw new DomainError('BAD_REQUEST', 'setting', `The ${name} must be a whole number from ${min} to ${max}.`)
}

function checkTogether({ autoLimit, limitCurrency, enabled, endpointUrl, secretEnding }: RefundSettings): void {
  if (autoLimit !== null && limitCurrency === null)
    throw new DomainError(
      'BAD_REQUEST',
      'limit_currency',
      'The limit for automatic refunds has no currency. Set the limit together with its currency, such as EUR.',
    )
  if (enabled && endpointUrl === null)
    throw new DomainError(
      'BAD_REQUEST',
      'no_endpoint',
      'Refunds cannot be switched on without a refund endpoint. Set its URL first.',
    )
  if (enabled && secretEnding === null)
    throw new DomainError(
      'BAD_REQUEST',
      'no_signing_secret',
      'Refunds cannot be switched on without a signing secret. Create a secret first.',
    )
}

/** Switching refunds off also cancels the refunds that wait for a customer or an agent. */
export async function cancelAwaiting(tx: Tx, actor: Actor, workspaceId: string, now: number): Promise<void> {
  for (const refund of await awaitingRefunds(tx, workspaceId)) {
    await moveRefund(tx, refund, { on: 'refunds_switched_off', actor }, now)
  }
}

/**
 * Replaces the signing secret. The old secret is not used again.
 *
 * @returns the new secret, which cannot be shown again
 * @throws DomainError FORBIDDEN for the plan or the role
 */
export async function createRefundSecret(
  tx: Tx,
  actor: Actor,
  workspaceId: string,
  sealer: Sealer,
  now: number,
  secret: string = newSigningSecret(),
): Promise<string> {
  requireManager(actor)
  requireRefundPlan(await getWorkspace(tx, workspaceId))
  await saveSecret(tx, workspaceId, secret, sealer)
  await noteEndpointChange(tx, workspaceId, now)
  await audit(tx, { workspaceId, actor, action: 'refund_secret.created', target: workspaceId, at: now })
  return secret
}
