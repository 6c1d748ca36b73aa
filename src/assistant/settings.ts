import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { DomainError } from '../lib/errors.ts'
import type { Reader, Tx } from '../store/store.ts'
import { nextOpening } from '../tools/opening-hours.ts'
import { type AssistantSettings, defaultAssistantSettings, problemOfSettings } from '../tools/settings.ts'

interface Row {
  enabled: number
  settings: string
}

const ROW = 'SELECT enabled, settings FROM assistant_settings WHERE workspace_id = ?'

/** Whether the assistant answers in the chats of a workspace. */
export async function isAssistantOn(reader: Reader, workspaceId: string): Promise<boolean> {
  const row = await reader.get<Pick<Row, 'enabled'>>(
    'SELECT enabled FROM assistant_settings WHERE workspace_id = ?',
    workspaceId,
  )
  return row ? row.enabled === 1 : defaultAssistantSettings.enabled
}

/** All settings of the assistant of a workspace. What was never set has its default. */
export async function getAssistantSettings(reader: Reader, workspaceId: string): Promise<AssistantSettings> {
  const row = await reader.get<Row>(ROW, workspaceId)
  if (!row) return defaultAssistantSettings
  const stored = JSON.parse(row.settings) as Partial<AssistantSettings>
  const visibleCustom = { ...defaultAssistantSettings.visibleCustom, ...stored.visibleCustom }
  return { ...defaultAssistantSettings, ...stored, visibleCustom, enabled: row.enabled === 1 }
}

/** Who answers in the chats of a workspace, and when. */
export interface Desk {
  shopName: string | null
  /** When people answer again, in epoch milliseconds; null if they do now, or if there are no hours. */
  awayUntil: number | null
  /** The time zone of the hours; null if there are none. */
  timeZone: string | null
  hasAssistant: boolean
}

export async function deskOf(reader: Reader, workspaceId: string, now: number): Promise<Desk> {
  const { hours, shopName, enabled } = await getAssistantSettings(reader, workspaceId)
  const awayUntil = hours ? nextOpening(hours, now) : null
  return { shopName: shopName ?? null, awayUntil, timeZone: hours?.timeZone ?? null, hasAssistant: enabled }
}

/**
 * Changes the settings in `change` and keeps the others.
 *
 * @returns all settings after the change
 * @throws DomainError FORBIDDEN; BAD_REQUEST if a setting is unknown or has an invalid value
 */
export async function changeAssistantSettings(
  tx: Tx,
  actor: Actor,
  { workspaceId, change }: { workspaceId: string; change: Partial<AssistantSettings> },
  now: number,
): Promise<AssistantSettings> {
  requireManager(actor)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after: AssistantSettings = { ...(await getAssistantSettings(tx, workspaceId)), ...given }
  const problem = problemOfSettings(after)
  if (problem) throw new DomainError('BAD_REQUEST', 'assistant_settings', `${problem}. Change this setting.`)
  const { enabled, ...others } = after
  await tx.run(
    `INSERT INTO assistant_settings (workspace_id, enabled, settings, updated_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (workspace_id) DO UPDATE
       SET enabled = excluded.enabled, settings = excluded.settings, updated_at = excluded.updated_at`,
    workspaceId,
    enabled ? 1 : 0,
    JSON.stringify(others),
    now,
  )
  await audit(tx, {
    workspaceId,
    actor,
    action: 'assistant_settings.changed',
    target: workspaceId,
    details: given,
    at: now,
  })
  return after
}
