import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { explain } from '../../lib/files.ts'
import { assertWritable } from '../temporary.ts'
import { type Backup, backUpInto, type CopyOptions, realSource } from './backup.ts'
import { requireRoom } from './files.ts'
import { giveToOwner } from './lock.ts'

/** When the server makes backups by itself, in the machine's time zone. */
export const NIGHTLY_CRON = '0 3 * * *'
/** How many nightly backups are kept. */
export const NIGHTLY_KEPT = 7

/** The folder for the nightly backups of a database, which is beside its file: `shop.db-backups`. It may not exist yet. */
export function nightlyFolder(database: string): string {
  return `${realpathSync(database)}-backups`
}

/**
 * Nightly backups are on the disk of the database: they must not fill it, since the server stores nothing on a full disk.
 *
 * @throws DomainError CONFLICT if the disk has less free space than twice the database; SERVICE_UNAVAILABLE if the folder can't be
 * written to
 */
export function requireRoomForNightly(database: string): void {
  const folder = nightlyFolder(database)
  requireRoom(
    database,
    2,
    (needed, free) =>
      `A backup beside the database needs ${needed} of free space, twice the database, and there are ${free}. Make room, or keep backups on another disk.`,
  )
  assertWritable(existsSync(folder) ? folder : dirname(folder), `write backups to ${folder}`)
}

/**
 * Makes a backup in the folder for nightly backups, and deletes the oldest ones.
 *
 * @param keep the number of backups to keep, including the new one
 * @throws DomainError as {@link requireRoomForNightly} and {@link backUpInto}
 */
export async function backUpBeside(
  database: string,
  { keep = NIGHTLY_KEPT, ...options }: CopyOptions & { now: number; keep?: number | undefined },
): Promise<{ backup: Backup; removed: string[] }> {
  realSource(database)
  requireRoomForNightly(database)
  const folder = nightlyFolder(database)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    explain(`cannot write backups to ${folder}`)(error as Error)
  }
  // If root is the first to make one, the server must be able to make the next.
  giveToOwner(folder, database)
  const done = await backUpInto(database, folder, { ...options, keep })
  if (done.backup.file !== null) giveToOwner(done.backup.file, database)
  return done
}
