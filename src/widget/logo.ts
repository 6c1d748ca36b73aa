import { createHash } from 'node:crypto'
import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import type { WorkspaceTable } from '../access/workspace-data.ts'
import { DomainError } from '../lib/errors.ts'
import { checkWhole } from '../pictures/receive.ts'
import type { Reader, Tx } from '../store/store.ts'

/** Largest file, in bytes. */
export const MAX_LOGO = 256 * 1024

/** Kinds of a logo. A GIF may move, which disturbs readers of the chat below it. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type LogoType = (typeof logoTypes)[number]

export const logoTable: WorkspaceTable = {
  table: 'widget_logos',
  key: ['workspace_id'],
  long: 'bytes',
  exported: {
    file: 'widget-logo',
    columns: 'type, bytes AS content, set_at AS "setAt"',
    show: ({ type, content, setAt }) => ({
      type,
      content: Buffer.from(content as Uint8Array).toString('base64'),
      setAt: new Date(Number(setAt)).toISOString(),
    }),
  },
}

/** The logo of a workspace, without its bytes. */
export interface Logo {
  /** SHA-256 of the bytes, base64url: its address is {@link logoPath}. */
  hash: string
  type: LogoType
  /** Size of the stored file. */
  bytes: number
  /** Epoch milliseconds. */
  setAt: number
}

/** Where this server has a logo, from the folder `/widget/`: another logo has another address, so browsers keep it. */
export function logoPath({ hash }: Pick<Logo, 'hash'>): string {
  return `logos/${hash}`
}

export async function getLogo(reader: Reader, workspaceId: string): Promise<Logo | null> {
  const logo = await reader.get<Logo>(
    'SELECT hash, type, octet_length(bytes) AS bytes, set_at AS "setAt" FROM widget_logos WHERE workspace_id = ?',
    workspaceId,
  )
  return logo ?? null
}

/** The file at an address; undefined if no workspace has that logo now. */
export function readLogo(reader: Reader, hash: string): Promise<{ type: LogoType; bytes: Uint8Array } | undefined> {
  return reader.get<{ type: LogoType; bytes: Uint8Array }>(
    `SELECT type, bytes FROM widget_logos JOIN workspaces ON workspaces.id = workspace_id
     WHERE hash = ? AND deleted_at IS NULL LIMIT 1`,
    hash,
  )
}

interface LogoChange {
  workspaceId: string
  /** Its first bytes decide what it is. */
  file: Buffer
}

/** Puts a logo into the head of the chat window, in place of the one before. @throws DomainError FORBIDDEN, BAD_REQUEST, PAYLOAD_TOO_LARGE */
export async function setLogo(tx: Tx, actor: Actor, { workspaceId, file }: LogoChange, now: number): Promise<Logo> {
  requireManager(actor)
  if (file.length > MAX_LOGO)
    throw new DomainError(
      'PAYLOAD_TOO_LARGE',
      'logo_too_large',
      `The logo has ${file.length} bytes. Use a file of at most ${MAX_LOGO / 1024} KiB.`,
    )
  const { type, bytes } = checkWhole(file)
  if (!isLogoType(type))
    throw new DomainError('BAD_REQUEST', 'no_logo', 'A logo is a PNG, JPEG or WebP picture. Use a file of such a kind.')
  const hash = createHash('sha256').update(bytes).digest('base64url')
  await tx.run(
    `INSERT INTO widget_logos (workspace_id, hash, type, bytes, set_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id) DO UPDATE SET hash = excluded.hash, type = excluded.type, bytes = excluded.bytes, set_at = excluded.set_at`,
    workspaceId,
    hash,
    type,
    bytes,
    now,
  )
  const details = { type, bytes: bytes.length }
  await audit(tx, { workspaceId, actor, action: 'widget_logo.changed', target: hash, details, at: now })
  return { hash, type, bytes: bytes.length, setAt: now }
}

function isLogoType(type: string): type is LogoType {
  return (logoTypes as readonly string[]).includes(type)
}

/** Removes the logo: the head shows the initials of the name again. @throws DomainError FORBIDDEN; NOT_FOUND without a logo */
export async function removeLogo(tx: Tx, actor: Actor, workspaceId: string, now: number): Promise<void> {
  requireManager(actor)
  const logo = await getLogo(tx, workspaceId)
  if (!logo) throw new DomainError('NOT_FOUND', 'no_logo', 'The chat window of this workspace has no logo.')
  await tx.run('DELETE FROM widget_logos WHERE workspace_id = ?', workspaceId)
  await audit(tx, { workspaceId, actor, action: 'widget_logo.removed', target: logo.hash, at: now })
}
