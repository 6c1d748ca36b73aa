import { statSync } from 'node:fs'
import { Command, Option } from 'commander'
import { systemClock } from '../../lib/clock.ts'
import { backUp, backUpInto, backUpTo } from '../../store/sqlite/backup.ts'
import { stopSignal } from '../kit/context.ts'
import { type CommonOptions, dbOption, jsonOption, MOST_KEPT, wholeNumber } from '../kit/options.ts'
import { print, printJson, showMeanwhile, warn } from '../kit/output.ts'

export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the database, also while it is in use, and verify the copy')
    .argument('<target>', 'a new file, a folder that gets a file named by the time, or - for standard output')
    .addOption(
      new Option('--keep <number>', 'in a folder: delete all but the newest backups')
        .argParser(wholeNumber(1, MOST_KEPT))
        .env('STOREWIRE_KEEP'),
    )
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(backup)
}

async function backup(
  target: string,
  { db, json, keep }: CommonOptions & { keep?: number },
  command: Command,
): Promise<void> {
  const isFolder = target.endsWith('/') || statSync(target, { throwIfNoEntry: false })?.isDirectory()
  if (keep !== undefined && !isFolder) command.error('error: --keep goes with a folder: name one, or leave --keep out.')
  if (target === '-' && process.stdout.isTTY)
    command.error('error: The copy is no text: pipe it into another program or a file.')
  const startedAt = systemClock.now()
  const options = { onProgress: showProgress, signal: stopSignal('the backup was complete') }
  const { backup, removed } = isFolder
    ? await backUpInto(db, target, { ...options, now: startedAt, keep })
    : {
        backup: await (target === '-' ? backUpTo(db, process.stdout, options) : backUp(db, target, options)),
        removed: [],
      }
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

/** For people who wait; logs are spared it. */
function showProgress(share: number): void {
  showMeanwhile(share < 1 ? `${Math.floor(share * 100)} % copied` : undefined)
}
