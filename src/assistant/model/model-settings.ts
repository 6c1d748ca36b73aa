import { openSecret, type SecretTable } from '../../access/secrets.ts'
import type { Sealer } from '../../lib/sealing.ts'
import type { Reader } from '../../store/store.ts'

/** The API keys of models, one for each workspace. */
export const modelSecrets: SecretTable = {
  owner: 'workspace_id',
  table: 'assistant_models',
  removal: 'UPDATE assistant_models SET secret = NULL, secret_ending = NULL',
}

/** What a model does: it reads what the rules are unsure about, and it may also word the answers. */
export const modelUses = ['understand', 'understand-and-compose'] as const
export type ModelUse = (typeof modelUses)[number]

/** The model of a workspace, as people see it. */
export interface ModelSettings {
  /** The address before `/chat/completions`, such as `https://api.openai.com/v1`. */
  baseUrl: string
  model: string
  /** The last four characters of the API key, the only part that is shown; null if there is no key. */
  apiKeyEnding: string | null
  use: ModelUse
  extraHeaders: Record<string, string>
  /** Further members of each request, such as `reasoning_effort`. */
  extraBody: Record<string, unknown>
  /** Whether a customer's own past tickets may be sent. */
  shareTickets: boolean
  callsPerDay: number
  tokensPerDay: number
}

/** How a model may be asked for JSON, the strictest first. */
export const answerFormats = ['json_schema', 'json_object', 'text'] as const
/** The member that limits the length of a reply: not every endpoint accepts the same one. */
export const lengthLimits = ['max_tokens', 'max_completion_tokens', 'none'] as const

/** What an endpoint was found to accept. */
export interface Learnt {
  format: (typeof answerFormats)[number]
  limit: (typeof lengthLimits)[number]
}

/** A model as it is called. */
export interface CalledModel extends ModelSettings {
  apiKey: string | null
  learnt: Learnt | null
  /** Whether an operator has set the address. */
  byOperator: boolean
  /** Changes with each change of the settings. */
  updatedAt: number
}

interface Row {
  baseUrl: string
  model: string
  secret: string | null
  apiKeyEnding: string | null
  use: ModelUse
  extraHeaders: string
  extraBody: string
  shareTickets: number
  callsPerDay: number
  tokensPerDay: number
  learnt: string | null
  byOperator: number
  updatedAt: number
}

function rowOf(reader: Reader, workspaceId: string): Promise<Row | undefined> {
  return reader.get<Row>(
    `SELECT base_url AS "baseUrl", model, secret, CASE WHEN secret IS NULL THEN NULL ELSE secret_ending END AS "apiKeyEnding",
       used_for AS "use", extra_headers AS "extraHeaders", extra_body AS "extraBody", share_tickets AS "shareTickets",
       calls_per_day AS "callsPerDay", tokens_per_day AS "tokensPerDay", learnt,
       by_operator AS "byOperator", updated_at AS "updatedAt"
     FROM assistant_models WHERE workspace_id = ?`,
    workspaceId,
  )
}

/** The settings of the model; null if the workspace has none. */
export async function getModelSettings(reader: Reader, workspaceId: string): Promise<ModelSettings | null> {
  const row = await rowOf(reader, workspaceId)
  return row ? shown(row) : null
}

function shown({ secret: _, learnt: _learnt, byOperator: _by, updatedAt: _at, ...row }: Row): ModelSettings {
  return {
    ...row,
    extraHeaders: JSON.parse(row.extraHeaders),
    extraBody: JSON.parse(row.extraBody),
    shareTickets: row.shareTickets === 1,
  }
}

/** Whether an operator has set the address of the model. */
export async function isModelByOperator(reader: Reader, workspaceId: string): Promise<boolean> {
  return (await rowOf(reader, workspaceId))?.byOperator === 1
}

/**
 * The model with its key; null if the workspace has none.
 *
 * @throws DomainError SERVICE_UNAVAILABLE if the key cannot be decrypted
 */
export async function getModel(reader: Reader, workspaceId: string, sealer: Sealer): Promise<CalledModel | null> {
  const row = await rowOf(reader, workspaceId)
  if (!row) return null
  return {
    ...shown(row),
    apiKey: row.secret === null ? null : openSecret(sealer, modelSecrets, workspaceId, row.secret),
    learnt: row.learnt === null ? null : JSON.parse(row.learnt),
    byOperator: row.byOperator === 1,
    updatedAt: row.updatedAt,
  }
}
