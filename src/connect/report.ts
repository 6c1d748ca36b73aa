import { type DecidedChange, SETTINGS } from '../access/audit.ts'
import { append } from '../changes/append.ts'
import type { Tx } from '../store/store.ts'

/** The maximum length of the header. */
const MOST_BYTES = 1_024
const MOST_PROBLEMS = 10

/** What the plugin of a shop has reported. */
export interface ShopReport {
  /** The version of the plugin. */
  plugin: string | null
  /** The version of the shop system. */
  system: string | null
  /** What it runs on, such as `WordPress 7.1, PHP 8.2`. */
  platform: string | null
  /** Objects that wait to be sent. */
  queue: number | null
  /** Seconds that the oldest of them has waited. */
  oldest: number | null
  /** Codes of problems. */
  problems: string[]
}

/**
 * A report, written like the query of an address, such as `plugin=0.2.0&system=9.8.1&queue=12&oldest=340&problems=cron_off`.
 * What cannot be read of it is null: a report must never make a push fail.
 */
export function readReport(text: string): ShopReport | null {
  if (Buffer.byteLength(text) > MOST_BYTES) return null
  const fields = new URLSearchParams(text)
  const textOf = (name: string, max: number): string | null => {
    const value = fields.get(name) ?? ''
    // Control characters and signs that turn the direction of a text around have no place on a page.
    return value !== '' && value.length <= max && /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]+$/u.test(value) ? value : null
  }
  const numberOf = (name: string): number | null => {
    const value = fields.get(name) ?? ''
    return /^\d{1,12}$/.test(value) ? Number(value) : null
  }
  const problems = (fields.get('problems') ?? '').split(',').filter((code) => /^[a-z][a-z_]{0,39}$/.test(code))
  return {
    plugin: textOf('plugin', 40),
    system: textOf('system', 40),
    platform: textOf('platform', 80),
    queue: numberOf('queue'),
    oldest: numberOf('oldest'),
    problems: [...new Set(problems)].slice(0, MOST_PROBLEMS),
  }
}

/** Stores what the plugin with a key has reported last. One that cannot be read, or of another key, changes nothing. */
export async function storeReport(tx: Tx, keyId: string, text: string, now: number): Promise<void> {
  const isReadable = readReport(text) !== null
  const found = isReadable
    ? await tx.get<{ workspaceId: string; report: string | null }>(
        `SELECT workspace_id AS "workspaceId", report FROM connections WHERE key_id = ? AND state = 'connected'`,
        keyId,
      )
    : undefined
  if (!found) return
  const { workspaceId, report } = found
  await tx.run('UPDATE connections SET report = ?, reported_at = ? WHERE key_id = ?', text, now, keyId)
  if (report === text) return
  const data: DecidedChange = { about: 'connection' }
  await append(tx, { workspaceId, kind: SETTINGS, ids: [], data }, now)
}
