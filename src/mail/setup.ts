import { startReading } from '../changes/places.ts'
import type { Reader, Store, Tx } from '../store/store.ts'
import type { MailFailure, MailSetup } from './mailer.ts'
import { MEMBER_READER } from './reader-name.ts'

/** How mail is, for people and other processes. Times are epoch milliseconds, null before the first. */
export interface MailState extends MailSetup {
  succeededAt: number | null
  /** The last time that the SMTP server could not be used, and why. */
  failedAt: number | null
  problem: string | null
}

/** The SMTP server of the process that serves, or has served last; undefined without one. */
export async function mailState(reader: Reader): Promise<MailState | undefined> {
  const row = await reader.get<Omit<MailState, 'domains'> & { domains: string }>(
    `SELECT host, sender, domains, succeeded_at AS "succeededAt", failed_at AS "failedAt", problem FROM mail_setup`,
  )
  return row && { ...row, domains: JSON.parse(row.domains) }
}

/** Whether mails are sent: then links and texts may say so. */
export async function isMailOn(reader: Reader): Promise<boolean> {
  return (await reader.get('SELECT 1 FROM mail_setup')) !== undefined
}

/** Stores what the server that starts has, for all who queue mails. Writes nothing if that has not changed. */
export async function keepSetup(
  { read, write }: Pick<Store, 'read' | 'write'>,
  setup: MailSetup | null,
): Promise<void> {
  const before = await mailState(read)
  if (setup === null) {
    if (before) await write((tx) => tx.run('DELETE FROM mail_setup'))
    return
  }
  const { host, sender, domains } = setup
  if (before?.host === host && before.sender === sender && before.domains.join() === domains.join()) return
  await write(async (tx) => {
    await tx.run('DELETE FROM mail_setup')
    const sql = 'INSERT INTO mail_setup (id, host, sender, domains) VALUES (1, ?, ?, ?)'
    await tx.run(sql, host, sender, JSON.stringify(domains))
    // What happened before there was mail is old news.
    if (before) return
    const workspaces = await tx.all<{ id: string }>('SELECT id FROM workspaces WHERE deleted_at IS NULL')
    for (const { id } of workspaces) await startReading(tx, { name: MEMBER_READER }, id)
  })
}

/** Notes whether the SMTP server could be used. */
export async function noteServer(tx: Tx, failure: MailFailure | undefined, now: number): Promise<void> {
  if (!failure) await tx.run('UPDATE mail_setup SET succeeded_at = ?', now)
  else if (failure.isServer) await tx.run('UPDATE mail_setup SET failed_at = ?, problem = ?', now, failure.explanation)
}
