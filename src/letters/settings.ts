import type * as v from 'valibot'
import { type Actor, requireManager, requireOwner } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'
import { startReading } from '../changes/places.ts'
import { DomainError } from '../lib/errors.ts'
import { choice, email, flag, someText, text } from '../lib/fields.ts'
import { list, object, optional } from '../lib/schema.ts'
import { validate } from '../lib/validate.ts'
import { domainOf, mailAddress } from '../mail/addresses.ts'
import { mailState } from '../mail/setup.ts'
import type { Reader, Tx } from '../store/store.ts'
import { askForReplyTo } from './reply-to.ts'
import { letterLanguages, letterTextNames } from './texts.ts'

/** The name of the reader of changes that queues mails. */
export const LETTERS_READER = 'mails to customers'

const LONGEST_TEXT = 500

/** What a workspace decides about its mails to customers: the only definition of these settings. */
export const letterSettingsFields = {
  enabled: flag('Whether customers get mails. Only an owner switches it on.'),
  senderName: text('The name beside the address; empty: the name of the shop.', 60),
  from: optional(
    email("An address of its own, in one of the operator's domains for mail; null: the operator's address."),
  ),
  replyTo: optional(
    email(
      'Where answers by e-mail go, if customers write some all the same; null: nowhere. Used once its owner has confirmed it.',
    ),
  ),
  signature: text('Ends each mail, such as the name and address of the company.', LONGEST_TEXT),
  texts: list(
    object('ReplacedLetterText', {
      language: choice(letterLanguages),
      name: choice(letterTextNames, 'The name of the text.'),
      text: someText('The text instead. Words in braces, such as {shop}, are filled in.', LONGEST_TEXT),
    }),
    letterLanguages.length * letterTextNames.length,
  ),
}

const Settings = object('LetterSettings', letterSettingsFields)

export type LetterSettings = Required<v.InferOutput<typeof Settings>> & { from: string | null; replyTo: string | null }

export const defaultLetterSettings: LetterSettings = {
  enabled: false,
  senderName: '',
  from: null,
  replyTo: null,
  signature: '',
  texts: [],
}

export const letterSettingsTable: WorkspaceTable = {
  table: 'letter_settings',
  key: ['workspace_id'],
  exported: {
    file: 'letter-settings',
    columns: 'settings, confirmed_reply_to AS "confirmedReplyTo", updated_at AS "updatedAt"',
    show: (row) => shownRow(row, ['settings']),
  },
}

/** Settings with what was confirmed. */
export interface StoredLetterSettings extends LetterSettings {
  /** The address for answers, if its owner has confirmed it; otherwise null. */
  confirmedReplyTo: string | null
}

/** What was never set has its default. */
export async function getLetterSettings(reader: Reader, workspaceId: string): Promise<StoredLetterSettings> {
  const row = await reader.get<{ settings: string; confirmed: string | null }>(
    'SELECT settings, confirmed_reply_to AS confirmed FROM letter_settings WHERE workspace_id = ?',
    workspaceId,
  )
  const settings: LetterSettings = { ...defaultLetterSettings, ...(row && JSON.parse(row.settings)) }
  const isConfirmed = settings.replyTo !== null && row?.confirmed === settings.replyTo
  return { ...settings, confirmedReplyTo: isConfirmed ? settings.replyTo : null }
}

/** Whether a workspace mails its customers, if the operator has an SMTP server. */
export async function areLettersOn(reader: Reader, workspaceId: string): Promise<boolean> {
  return (await getLetterSettings(reader, workspaceId)).enabled
}

export interface LetterSettingsChange {
  workspaceId: string
  change: { [Name in keyof LetterSettings]?: LetterSettings[Name] | undefined }
}

/**
 * Changes the settings in `change` and keeps the others. A new address for answers is asked to confirm.
 *
 * @returns all settings after the change
 * @throws DomainError FORBIDDEN, also for an admin who switches mails on; BAD_REQUEST if a setting has an invalid value
 */
export async function changeLetterSettings(
  tx: Tx,
  actor: Actor,
  { workspaceId, change }: LetterSettingsChange,
  now: number,
): Promise<StoredLetterSettings> {
  requireManager(actor)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const { confirmedReplyTo: _, ...before } = await getLetterSettings(tx, workspaceId)
  const after: LetterSettings = { ...before, ...given }
  if (after.enabled && !before.enabled) requireOwner(actor)
  const problem = await problemOf(tx, after, before)
  if (problem) throw new DomainError('BAD_REQUEST', 'letter_settings', `${problem}. Change this setting.`)
  await tx.run(
    `INSERT INTO letter_settings (workspace_id, settings, updated_at) VALUES (?, ?, ?)
     ON CONFLICT (workspace_id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at`,
    workspaceId,
    JSON.stringify(after),
    now,
  )
  if (after.enabled && !before.enabled) await startReading(tx, { name: LETTERS_READER }, workspaceId)
  if (after.replyTo !== null && after.replyTo !== before.replyTo)
    await askForReplyTo(tx, { workspaceId, replyTo: after.replyTo }, now)
  await audit(tx, {
    workspaceId,
    actor,
    action: 'letter_settings.changed',
    target: workspaceId,
    details: auditedOf(given),
    at: now,
  })
  return getLetterSettings(tx, workspaceId)
}

/** The audit log has no addresses. */
function auditedOf(given: Record<string, unknown>): Record<string, unknown> {
  const isSet = (name: string) => (name in given ? { [name]: given[name] !== null } : {})
  return { ...given, ...isSet('from'), ...isSet('replyTo') }
}

/** What is wrong with settings, as a message that begins with the name of the setting; undefined if they are valid. */
async function problemOf(
  reader: Reader,
  settings: LetterSettings,
  before: LetterSettings,
): Promise<string | undefined> {
  const [first] = validate(Settings, settings).issues
  if (first) return `${first.path.join('.')} ${first.message}`
  const names = settings.texts.map(({ language, name }) => `${language}.${name}`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) return `texts must not replace ${twice} twice`
  const { from, replyTo } = settings
  if (replyTo !== null && mailAddress(replyTo) === undefined) return 'replyTo is not an address that gets mail'
  if (from === null || from === before.from) return undefined
  const address = mailAddress(from)
  if (address === undefined) return 'from is not an address that sends mail'
  const domains = (await mailState(reader))?.domains ?? []
  if (domains.includes(domainOf(address))) return undefined
  const which = domains.length === 0 ? 'The operator lists none' : `Those are ${domains.join(', ')}`
  return `from must be in a domain that the operator lists for mail. ${which}`
}
