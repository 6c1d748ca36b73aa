import type { Workspace } from '../access/workspaces.ts'
import { ApiError } from '../lib/errors.ts'
import type { Reader, Tx } from '../store/session.ts'
import type { ReasonKind } from './reasons.ts'
import type { RefundMode } from './store-request.ts'

/** How a workspace refunds. Amounts in minor units. */
export interface RefundSettings {
  endpointUrl: string | null
  /** The signing secret. People see its last four characters only: see {@link shownSettings}. */
  secret: string | null
  mode: RefundMode
  enabled: boolean
  /** Refunds up to this amount need no agent; null: none over 0. */
  autoLimit: number | null
  limitCurrency: string | null
  /** Every refund needs an agent. */
  frozen: boolean
  /** 0 to 5 for each kind of issue; from 4 on, refunds need no agent. */
  rungs: Record<ReasonKind, number>
  /** How long after delivery the assistant may offer a refund; null: for ever. */
  returnPeriodDays: Record<ReasonKind, number | null>
  customerTimeoutMinutes: number
  approvalTimeoutHours: number
}

/** What a workspace has that was never set up: nothing is refunded without an agent. */
export const defaultRefundSettings: RefundSettings = {
  endpointUrl: null,
  secret: null,
  mode: 'execute',
  enabled: false,
  autoLimit: null,
  limitCurrency: null,
  frozen: false,
  rungs: { defect: 0, not_received: 0, return: 0, other: 0 },
  returnPeriodDays: { defect: null, not_received: null, return: 30, other: 30 },
  customerTimeoutMinutes: 60,
  approvalTimeoutHours: 72,
}

interface SettingsRow extends Omit<RefundSettings, 'enabled' | 'frozen' | 'rungs' | 'returnPeriodDays'> {
  enabled: number
  frozen: number
  rungs: string
  returnPeriodDays: string
}

export async function getRefundSettings(reader: Reader, workspaceId: string): Promise<RefundSettings> {
  const row = await reader.get<SettingsRow>(
    `SELECT endpoint_url AS "endpointUrl", secret, mode, enabled, auto_limit AS "autoLimit", limit_currency AS "limitCurrency",
       frozen, rungs, return_period_days AS "returnPeriodDays", customer_timeout_minutes AS "customerTimeoutMinutes",
       approval_timeout_hours AS "approvalTimeoutHours"
     FROM refund_settings WHERE workspace_id = ?`,
    workspaceId,
  )
  if (!row) return defaultRefundSettings
  const { rungs, returnPeriodDays, enabled, frozen } = row
  return {
    ...row,
    enabled: enabled === 1,
    frozen: frozen === 1,
    rungs: JSON.parse(rungs),
    returnPeriodDays: JSON.parse(returnPeriodDays),
  }
}

/** The settings without the secret: of that, the last four characters. */
export function shownSettings({
  secret,
  ...settings
}: RefundSettings): Omit<RefundSettings, 'secret'> & { secretEnding: string | null } {
  return { ...settings, secretEnding: secret === null ? null : secret.slice(-4) }
}

/** @throws ApiError FORBIDDEN unless the workspace's plan has refund actions, or it is for tests */
export function requireRefundPlan({ plan, test }: Workspace): void {
  if (plan === 'starter' && !test) {
    throw new ApiError('FORBIDDEN', 'Refund actions need the growth or scale plan, or a test workspace.')
  }
}

/** Writes all settings of a workspace. */
export async function saveRefundSettings(tx: Tx, workspaceId: string, settings: RefundSettings): Promise<void> {
  const columns = {
    endpoint_url: settings.endpointUrl,
    secret: settings.secret,
    mode: settings.mode,
    enabled: settings.enabled ? 1 : 0,
    auto_limit: settings.autoLimit,
    limit_currency: settings.limitCurrency,
    frozen: settings.frozen ? 1 : 0,
    rungs: JSON.stringify(settings.rungs),
    return_period_days: JSON.stringify(settings.returnPeriodDays),
    customer_timeout_minutes: settings.customerTimeoutMinutes,
    approval_timeout_hours: settings.approvalTimeoutHours,
  }
  const names = Object.keys(columns)
  await tx.run(
    `INSERT INTO refund_settings (workspace_id, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})
     ON CONFLICT (workspace_id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    workspaceId,
    ...Object.values(columns),
  )
}
