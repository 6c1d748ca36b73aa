import { Readable } from 'node:stream'
import { Command, Option } from 'commander'
import { conflict, DomainError } from '../../lib/errors.ts'
import { systemClock } from '../../lib/time.ts'
import { isCopyName, listCopies, readCopy } from '../../offsite/copies.ts'
import { type BucketPlace, isPlace, parsePlace } from '../../offsite/place.ts'
import { OFFSITE_AFTER_RESTORE } from '../../offsite/record.ts'
import { workspaceTables } from '../../serve/features.ts'
import { restore } from '../../store/engine.ts'
import { stopSignal } from '../kit/context.ts'
import { bucketOf, requireCopyKey, type S3Options, s3Options } from '../kit/offsite.ts'
import { type CommonOptions, databaseCommand } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

interface RestoreCommandOptions extends CommonOptions, S3Options {
  force?: boolean
}

export function restoreCommand(): Command {
  const command = databaseCommand(new Command('restore'))
    .description('restore the database from a backup; stop the server first')
    .argument('<backup>', 'backup file, - for standard input, or s3://bucket/prefix/NAME (without a NAME: the newest)')
    .addOption(new Option('--force', 'replace an existing database; the old one is kept under a dated name'))
    .action(restoreBackup)
  for (const option of s3Options()) command.addOption(option)
  return command
}

async function restoreBackup(
  backup: string,
  { db, json, force = false, ...s3 }: RestoreCommandOptions,
  command: Command,
): Promise<void> {
  if (backup === '-' && process.stdin.isTTY)
    command.error('error: Standard input is a terminal. Pipe a backup into the command.')
  const signal = stopSignal('the backup was restored')
  const elsewhere = isPlace(backup) ? await copyOf(backup, s3, signal) : undefined
  const restored = await restore(elsewhere?.bytes ?? (backup === '-' ? process.stdin : backup), db, {
    force,
    changes: [OFFSITE_AFTER_RESTORE, ...afterRestore()],
    takenOver: takenOver(),
    now: systemClock.now(),
    signal,
  })
  if (json) return printJson({ ...restored, ...(elsewhere && { copy: elsewhere.name }) })
  if (elsewhere) print(`Restored from ${elsewhere.name}`)
  print(`${restored.file} is restored and verified: ${restored.bytes} bytes, SHA-256 of the backup ${restored.sha256}`)
  for (const file of restored.kept) print(`The old database is kept: ${file}`)
}

function afterRestore(): { table: string; sql: string }[] {
  return workspaceTables.flatMap(({ table, afterRestore: sql }) => (sql === undefined ? [] : { table, sql }))
}

function takenOver(): { table: string; columns: string }[] {
  return workspaceTables.flatMap(({ table, outlivesRestore: columns }) =>
    columns === undefined ? [] : { table, columns },
  )
}

/** A copy elsewhere, as its text names it; the newest one if it names a place. @throws DomainError without a copy, or with copies of several installations */
async function copyOf(text: string, s3: S3Options, signal: AbortSignal): Promise<{ name: string; bytes: Readable }> {
  const named = /^(.*)\/([^/]+)$/.exec(text)
  const isNamed = named !== null && isCopyName(named[2] ?? '')
  const place = parsePlace(isNamed ? (named[1] ?? '') : text)
  const key = requireCopyKey()
  const bucket = await bucketOf(place, s3, { signal })
  const name = isNamed ? (named[2] ?? '') : await newestOf(place, await listCopies(bucket))
  return { name: `${place.text}/${name}`, bytes: Readable.from(readCopy(bucket, name, key)) }
}

async function newestOf({ text }: BucketPlace, copies: { name: string; installation: string }[]): Promise<string> {
  const [newest] = copies
  if (newest === undefined)
    throw new DomainError('NOT_FOUND', 'no_copy', `there is no copy in ${text}: name another place`)
  const installations = new Set(copies.map(({ installation }) => installation))
  if (installations.size > 1)
    throw conflict(
      'several_installations',
      `${text} has copies of ${installations.size} installations, the newest is ${newest.name}: name the copy, too`,
    )
  return newest.name
}
