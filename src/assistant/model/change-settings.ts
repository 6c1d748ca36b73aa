import { type Actor, requireManager } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { sealSecret } from '../../access/secrets.ts'
import { getWorkspace } from '../../access/workspaces.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Sealer } from '../../lib/sealing.ts'
import type { OperatorPolicy } from '../../outbound/addresses.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { checkApiKey, checkModelSettings, modelPolicy } from './check-settings.ts'
import { getModelSettings, isModelByOperator, type ModelSettings, modelSecrets } from './model-settings.ts'

export type ModelChange = Partial<Omit<ModelSettings, 'apiKeyEnding'>> & {
  /** Null: calls need no key. */
  apiKey?: string | null
}

const DEFAULTS = {
  apiKeyEnding: null,
  use: 'understand',
  extraHeaders: {},
  extraBody: {},
  shareTickets: false,
  callsPerDay: 2_000,
  tokensPerDay: 2_000_000,
} as const satisfies Partial<ModelSettings>

/**
 * Sets the model of a workspace: the settings in `change`; others stay.
 *
 * @returns all settings after the change
 * @throws DomainError FORBIDDEN; BAD_REQUEST without an address or a model, for an address that is not allowed, or a value out of range
 */
export async function changeModel(
  tx: Tx,
  actor: Actor,
  { workspaceId, change }: { workspaceId: string; change: ModelChange },
  { sealer, policy }: { sealer: Sealer; policy: OperatorPolicy },
  now: number,
): Promise<ModelSettings> {
  requireManager(actor)
  const { test: isTest } = await getWorkspace(tx, workspaceId)
  const { apiKey, ...given } = defined(change)
  const before = await getModelSettings(tx, workspaceId)
  const after = together(before, given)
  // An address that stays keeps the operator who has set it.
  const stays = after.baseUrl === before?.baseUrl && (await isModelByOperator(tx, workspaceId))
  const byOperator = stays || (given.baseUrl !== undefined && actor.isOperator === true)
  checkModelSettings(after, modelPolicy(policy, { url: after.baseUrl, isTest, byOperator }))
  requireKeyForNewHost(before, after, apiKey)
  await save(tx, workspaceId, { settings: after, byOperator }, now)
  if (apiKey !== undefined) await saveKey(tx, workspaceId, apiKey, sealer)
  const details = { ...given, ...(apiKey === undefined ? {} : { apiKey: apiKey === null ? 'removed' : 'set' }) }
  await audit(tx, { workspaceId, actor, action: 'assistant_model.changed', target: workspaceId, details, at: now })
  return (await getModelSettings(tx, workspaceId)) ?? after
}

/** Removes the model: from then on only the rules answer. @returns false if there was none. @throws DomainError FORBIDDEN */
export async function clearModel(tx: Tx, actor: Actor, workspaceId: string, now: number): Promise<boolean> {
  requireManager(actor)
  if (!(await getModelSettings(tx, workspaceId))) return false
  await tx.run('DELETE FROM assistant_models WHERE workspace_id = ?', workspaceId)
  await audit(tx, { workspaceId, actor, action: 'assistant_model.cleared', target: workspaceId, at: now })
  return true
}

/** Whether the workspace has a model: all that a turn without one reads. */
export async function hasModel(reader: Reader, workspaceId: string): Promise<boolean> {
  return (await reader.get('SELECT 1 FROM assistant_models WHERE workspace_id = ?', workspaceId)) !== undefined
}

function defined(change: ModelChange): ModelChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

function together(before: ModelSettings | null, given: Omit<ModelChange, 'apiKey'>): ModelSettings {
  const { baseUrl, model, ...others } = { ...DEFAULTS, ...before, ...given }
  if (baseUrl === undefined || model === undefined)
    throw new DomainError(
      'BAD_REQUEST',
      'model_settings',
      `The ${baseUrl === undefined ? 'base URL' : 'name of the model'} is missing. Set base URL and model together.`,
    )
  return { baseUrl: baseUrl.replace(/\/+$/, ''), model, ...others }
}

/** A key goes only to the host it was set for: else a change of the address would send it to somebody else. */
function requireKeyForNewHost(
  before: ModelSettings | null,
  after: ModelSettings,
  apiKey: string | null | undefined,
): void {
  if (apiKey) checkApiKey(apiKey)
  if (!before?.apiKeyEnding || apiKey !== undefined) return
  if (new URL(before.baseUrl).origin === new URL(after.baseUrl).origin) return
  throw new DomainError(
    'BAD_REQUEST',
    'model_key_of_other_host',
    'The stored API key belongs to another host. Set the key of the new host together with the address, or remove the key.',
  )
}

async function save(
  tx: Tx,
  workspaceId: string,
  { settings, byOperator }: { settings: ModelSettings; byOperator: boolean },
  now: number,
): Promise<void> {
  const columns = {
    base_url: settings.baseUrl,
    model: settings.model,
    used_for: settings.use,
    extra_headers: JSON.stringify(settings.extraHeaders),
    extra_body: JSON.stringify(settings.extraBody),
    share_tickets: settings.shareTickets ? 1 : 0,
    calls_per_day: settings.callsPerDay,
    tokens_per_day: settings.tokensPerDay,
    by_operator: byOperator ? 1 : 0,
    // Another model may accept other requests.
    learnt: null,
    updated_at: now,
  }
  const names = Object.keys(columns)
  await tx.run(
    `INSERT INTO assistant_models (workspace_id, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})
     ON CONFLICT (workspace_id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    workspaceId,
    ...Object.values(columns),
  )
}

async function saveKey(tx: Tx, workspaceId: string, apiKey: string | null, sealer: Sealer): Promise<void> {
  await tx.run(
    'UPDATE assistant_models SET secret = ?, secret_ending = ? WHERE workspace_id = ?',
    apiKey === null ? null : sealSecret(sealer, modelSecrets, workspaceId, apiKey),
    // Of a short key, four characters would be too much.
    apiKey === null ? null : apiKey.length < 16 ? '' : apiKey.slice(-4),
    workspaceId,
  )
}
