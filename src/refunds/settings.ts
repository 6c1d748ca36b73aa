import { openSecret, type SecretTable, sealSecret } from '../access/secrets.ts'
import type { Workspace } from '../access/workspaces.ts'
import { DomainError } from '../lib/errors.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { RefundMode } from './endpoint/endpoint-request.ts'
import type { ReasonKind } from './reasons.ts'

/** The signing secrets, one for each workspace. */
export const refundSecrets: SecretTable = {
  owner: 'workspace_id',
  table: 'refund_settings',
  removal: 'UPDATE refund_settings SET secret = NULL',
}

/** The refund settings of a workspace. Amounts in minor units. */
export interface RefundSettings {
  endpointUrl: string | null
  /** The last four characters of the signing secret, the only part that is shown; null if there is no secret. */
  secretEnding: string | null
  mode: RefundMode
  enabled: boolean
  /** Refunds up to this amount need no agent; null is the same as 0. */
  autoLimit: number | null
  limitCurrency: string | null
  /** Every refund needs an agent, whatever the other settings. */
  frozen: boolean
  /** Trust levels by reason, 0 to 5; from 4 on, refunds need no agent. */
  rungs: Record<ReasonKind, number>
  /** How long after delivery the assistant may offer a refund; null: no limit. */
  returnPeriodDays: Record<ReasonKind, number | null>
  /**
   * Days after its newest version from which on a shipped order without parcels counts as delivered for the assistant; null: never, so the
   * assistant offers no refund of it.
   */
  assumeDeliveredAfterDays: number | null
  customerTimeoutMinutes: number
  approvalTimeoutHours: number
  /** Time for the shop to report the outcome of a pending refund. After it, an agent may stop waiting. */
  pendingTimeoutDays: number
}

/** The settings of a new workspace: every refund needs an agent. */
export const defaultRefundSettings: RefundSettings = {
  endpointUrl: null,
  secretEnding: null,
  mode: 'execute',
  enabled: false,
  autoLimit: null,
  limitCurrency: null,
  frozen: false,
  rungs: { defect: 0, not_received: 0, return: 0, other: 0 },
  returnPeriodDays: { defect: null, not_received: null, return: 30, other: 30 },
  assumeDeliveredAfterDays: null,
  customerTimeoutMinutes: 60,
  approvalTimeoutHours: 72,
  pendingTimeoutDays: 14,
}

interface SettingsRow extends Omit<RefundSettings, 'enabled' | 'frozen' | 'rungs' | 'returnPeriodDays'> {
  enabled: number
  frozen: number
  rungs: string
  returnPeriodDays: string
}

export async function getRefundSettings(reader: Reader, workspaceId: string): Promise<RefundSettings> {
  const row = await reader.get<SettingsRow>(
    `SELECT endpoint_url AS "endpointUrl", CASE WHEN secret IS NULL THEN NULL ELSE secret_ending END AS "secretEnding", mode, enabled, auto_limit AS "autoLimit", limit_currency AS "limitCurrency",
       frozen, rungs, return_period_days AS "returnPeriodDays", customer_timeout_minutes AS "customerTimeoutMinutes",
       approval_timeout_hours AS "approvalTimeoutHours", pending_timeout_days AS "pendingTimeoutDays",
       assume_delivered_after_days AS "assumeDeliveredAfterDays"
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

/** Address and signing secret of a refund endpoint. */
export interface Endpoint {
  endpointUrl: string | null
  /** Whether an operator has set this address. */
  byOperator: boolean
  secret: string | null
}

/** @throws DomainError SERVICE_UNAVAILABLE if the secret cannot be decrypted */
export async function getEndpoint(reader: Reader, workspaceId: string, sealer: Sealer): Promise<Endpoint> {
  const row = await reader.get<{ endpointUrl: string | null; secret: string | null }>(
    'SELECT endpoint_url AS "endpointUrl", secret FROM refund_settings WHERE workspace_id = ?',
    workspaceId,
  )
  return {
    endpointUrl: row?.endpointUrl ?? null,
    byOperator: await isEndpointByOperator(reader, workspaceId),
    secret: row?.secret ? openSecret(sealer, refundSecrets, workspaceId, row.secret) : null,
  }
}

/** Whether an operator has set the address of the endpoint. */
export async function isEndpointByOperator(reader: Reader, workspaceId: string): Promise<boolean> {
  const row = await reader.get<{ byOperator: number }>(
    'SELECT endpoint_by_operator AS "byOperator" FROM refund_settings WHERE workspace_id = ?',
    workspaceId,
  )
  return row?.byOperator === 1
}

/** Notes who has set the address of the endpoint. */
export async function noteEndpointSetter(tx: Tx, workspaceId: string, byOperator: boolean): Promise<void> {
  await tx.run(
    'UPDATE refund_settings SET endpoint_by_operator = ? WHERE workspace_id = ?',
    byOperator ? 1 : 0,
    workspaceId,
  )
}

/** @throws DomainError FORBIDDEN unless the plan of the workspace includes refunds, or it is a test workspace */
export function requireRefundPlan({ plan, test }: Workspace): void {
  if (plan === 'starter' && !test) {
    throw new DomainError(
      'FORBIDDEN',
      'plan',
      'The starter plan does not include refunds. Use a workspace with the growth or scale plan, or a test workspace.',
    )
  }
}

/** Writes all settings of a workspace, except its secret. */
export async function saveRefundSettings(tx: Tx, workspaceId: string, settings: RefundSettings): Promise<void> {
  const columns = {
    endpoint_url: settings.endpointUrl,
    mode: settings.mode,
    enabled: settings.enabled ? 1 : 0,
    auto_limit: settings.autoLimit,
    limit_currency: settings.limitCurrency,
    frozen: settings.frozen ? 1 : 0,
    rungs: JSON.stringify(settings.rungs),
    return_period_days: JSON.stringify(settings.returnPeriodDays),
    customer_timeout_minutes: settings.customerTimeoutMinutes,
    approval_timeout_hours: settings.approvalTimeoutHours,
    pending_timeout_days: settings.pendingTimeoutDays,
    assume_delivered_after_days: settings.assumeDeliveredAfterDays,
  }
  const names = Object.keys(columns)
  await tx.run(
    `INSERT INTO refund_settings (workspace_id, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})
     ON CONFLICT (workspace_id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    workspaceId,
    ...Object.values(columns),
  )
}

/** Notes that address or secret have changed: a test of the endpoint from before proves nothing. */
export async function noteEndpointChange(tx: Tx, workspaceId: string, now: number): Promise<void> {
  await tx.run('UPDATE refund_settings SET endpoint_set_at = ? WHERE workspace_id = ?', now, workspaceId)
}

/** Replaces the signing secret of a workspace. */
export async function saveSecret(tx: Tx, workspaceId: string, secret: string, sealer: Sealer): Promise<void> {
  await saveRefundSettings(tx, workspaceId, await getRefundSettings(tx, workspaceId))
  await tx.run(
    'UPDATE refund_settings SET secret = ?, secret_ending = ? WHERE workspace_id = ?',
    sealSecret(sealer, refundSecrets, workspaceId, secret),
    secret.slice(-4),
    workspaceId,
  )
}
