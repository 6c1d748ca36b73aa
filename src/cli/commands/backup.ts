import { statSync } from 'node:fs'
import { Command, Option } from 'commander'
import { commandLine } from '../../lib/program.ts'
import { systemClock } from '../../lib/time.ts'
import { storeCopy } from '../../offsite/copies.ts'
import { type BucketPlace, parsePlace } from '../../offsite/place.ts'
import { beginOffsite, recordCopy } from '../../offsite/record.ts'
import {
  type Backup,
  backUp,
  backUpBeside,
  backUpInto,
  backUpTo,
  type CopyOptions,
  verifyDatabase,
  withCopy,
} from '../../store/engine.ts'
import { stopSignal, withStore } from '../kit/context.ts'
import { bucketOf, KEEP_KEY, placeOption, requireCopyKey, type S3Options, s3Options } from '../kit/offsite.ts'
import { type CommonOptions, databaseCommand, jsonOption, MOST_KEPT, wholeNumber } from '../kit/options.ts'
import { print, printJson, printTable, showMeanwhile, warn } from '../kit/output.ts'

export function backupCommand(): Command {
  const command = databaseCommand(new Command('backup'))
    .description('copy the database, even while a server uses it, and verify the copy')
    .argument(
      '[target]',
      'new file, folder (the file is named after the current time), or - for standard output (default: the folder of nightly backups)',
    )
    .addOption(
      new Option('--keep <number>', 'number of newest backups to keep in the folder; older ones are deleted')
        .argParser(wholeNumber(1, MOST_KEPT))
        .env('STOREWIRE_KEEP'),
    )
    .addOption(
      new Option('--to <place>', 'encrypt the copy and store it in a bucket, such as s3://bucket/prefix').argParser(
        placeOption,
      ),
    )
    .action(backup)
  for (const option of s3Options()) command.addOption(option)
  return command
}

interface BackupCommandOptions extends CommonOptions, S3Options {
  keep?: number
  to?: string
}

async function backup(
  target: string | undefined,
  { to, ...options }: BackupCommandOptions,
  command: Command,
): Promise<void> {
  if (to === undefined) return backUpHere(target, options, command)
  if (target !== undefined)
    command.error('error: --to stores the copy in a bucket, and the target is a place here. Name one of them.')
  return backUpElsewhere(parsePlace(to), options)
}

/** Makes an encrypted copy in a bucket. */
async function backUpElsewhere(place: BucketPlace, { db, json, keep, ...s3 }: BackupCommandOptions): Promise<void> {
  const startedAt = systemClock.now()
  const signal = stopSignal('the copy was complete')
  const key = requireCopyKey()
  const bucket = await bucketOf(place, s3, { signal })
  const { installation, keyKeptAt } = await withStore(db, ({ write }) => write(beginOffsite))
  const { copy, removed, bytes, sha256 } = await withCopy(
    db,
    async (file, backup) => ({
      ...backup,
      ...(await storeCopy(bucket, { file, sha256: backup.sha256 }, { key, installation, keep, now: startedAt })),
    }),
    { onProgress: showProgress, signal },
  )
  const doneAt = systemClock.now()
  await withStore(db, ({ write }) => write((tx) => recordCopy(tx, doneAt)))
  const name = `${place.text}/${copy.name}`
  const durationMs = doneAt - startedAt
  if (json) return printJson({ copy: name, bytes, encryptedBytes: copy.bytes, sha256, durationMs, removed })
  print(
    `${name} is encrypted, and was read back and verified: ${bytes} bytes in ${(durationMs / 1000).toFixed(1)} s, SHA-256 ${sha256}`,
    ...removed.map((old) => `${place.text}/${old} is deleted`),
  )
  if (keyKeptAt === null) print('', KEEP_KEY, `Then: ${commandLine('backups', 'key-kept', '--db', db)}`)
}

async function backUpHere(
  target: string | undefined,
  { db, json, keep }: CommonOptions & { keep?: number },
  command: Command,
): Promise<void> {
  const isFolder = target === undefined || isNamedFolder(target)
  if (keep !== undefined && !isFolder)
    command.error('error: --keep needs a folder as the target. Name a folder, or omit --keep.')
  if (target === '-' && process.stdout.isTTY)
    command.error(
      'error: A backup is binary, and standard output is a terminal. Pipe the backup into another program or a file.',
    )
  const startedAt = systemClock.now()
  const options = { onProgress: showProgress, signal: stopSignal('the backup was complete') }
  const { backup, removed } = await copyTo(target, db, { ...options, now: startedAt, keep })
  const result = { ...backup, durationMs: systemClock.now() - startedAt, removed }
  const { file, bytes, durationMs, sha256 } = result
  const lines = [
    `${file ?? 'The copy'} is verified: ${bytes} bytes in ${(durationMs / 1000).toFixed(1)} s, SHA-256 ${sha256}`,
    ...removed.map((old) => `${old} is deleted`),
  ]
  // Standard output may be the copy.
  const [stream, report] = target === '-' ? [process.stderr, warn] : [process.stdout, print]
  if (json) printJson(result, stream)
  else report(...lines)
}

function isNamedFolder(target: string): boolean {
  return target.endsWith('/') || statSync(target, { throwIfNoEntry: false })?.isDirectory() === true
}

async function copyTo(
  target: string | undefined,
  db: string,
  options: CopyOptions & { now: number; keep: number | undefined },
): Promise<{ backup: Backup; removed: string[] }> {
  if (target === undefined) return backUpBeside(db, options)
  if (isNamedFolder(target)) return backUpInto(db, target, options)
  return {
    backup: await (target === '-' ? backUpTo(db, process.stdout, options) : backUp(db, target, options)),
    removed: [],
  }
}

/** Progress for people at a terminal; logs do not get it. */
function showProgress(share: number): void {
  showMeanwhile(share < 1 ? `${Math.floor(share * 100)} % copied` : undefined)
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('read a whole database or backup and check that it is intact')
    .argument('<file>', 'database or backup')
    .addOption(jsonOption())
    .action(async (file: string, { json }: { json?: boolean }) => {
      const contents = verifyDatabase(file)
      if (json) return printJson({ file, ...contents })
      print(`${file} is intact: a storewire database with schema ${contents.version}, ${contents.bytes} bytes`)
      await printTable(
        ['TABLE', 'ROWS'],
        Object.entries(contents.rows).map(([table, rows]) => [table, String(rows)]),
      )
    })
}
