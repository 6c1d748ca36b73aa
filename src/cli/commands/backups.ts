import { join } from 'node:path'
import { Command, Option } from 'commander'
import { areBackupsNightly, setNightlyBackups } from '../../access/nightly-backups.ts'
import { sizeText } from '../../lib/bytes.ts'
import { commandLine } from '../../lib/program.ts'
import { systemClock, toIso } from '../../lib/time.ts'
import { listCopies } from '../../offsite/copies.ts'
import { type BucketPlace, parsePlace } from '../../offsite/place.ts'
import { confirmKeyKept } from '../../offsite/record.ts'
import { backUpBeside, listBackups, nightlyFolder, requireRoomForNightly } from '../../store/engine.ts'
import { restoreCommand } from '../kit/backups.ts'
import { operator, stopSignal, withStore } from '../kit/context.ts'
import { bucketOf, placeOption, type S3Options, s3Options } from '../kit/offsite.ts'
import { type CommonOptions, databaseCommand } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'

/** `storewire backups …` */
export function backupsCommand(): Command {
  const command = new Command('backups').description('turn nightly backups in a folder beside the database on or off')
  const listing = databaseCommand(command.command('list'))
    .description('list the nightly backups, and the command that goes back to each')
    .addOption(
      new Option('--from <place>', 'list the copies in a bucket instead, such as s3://bucket/prefix').argParser(
        placeOption,
      ),
    )
    .action(list)
  for (const option of s3Options()) listing.addOption(option)
  databaseCommand(command.command('on'))
    .description('let the server make a backup every night at 03:00 and keep the newest 7; makes one now')
    .action(turnOn)
  databaseCommand(command.command('off'))
    .description('make no more nightly backups; those that are there stay')
    .action(turnOff)
  databaseCommand(command.command('key-kept'))
    .description('confirm that the encryption key is kept in another place: without it no copy in a bucket can be read')
    .action(keyKept)
  return command
}

async function list({ db, json, from, ...s3 }: CommonOptions & S3Options & { from?: string }): Promise<void> {
  if (from !== undefined) return listElsewhere(parsePlace(from), { db, json, ...s3 })
  const isOn = await withStore(db, ({ read }) => areBackupsNightly(read))
  const folder = nightlyFolder(db)
  const files = (await listBackups(folder)).map(({ at, ...file }) => ({
    ...file,
    at: toIso(at),
    restore: restoreCommand(join(folder, file.name), db),
  }))
  if (json) return printJson({ isOn, folder, files })
  print(`Nightly backups are ${isOn ? 'on' : `off. Turn them on: ${commandLine('backups', 'on', '--db', db)}`}`)
  print(`Folder: ${folder}`)
  if (files.length === 0) return print('There is no backup yet.')
  await printTable(
    ['FILE', 'SIZE', 'MADE'],
    files.map(({ name, bytes, at }) => [name, sizeText(bytes, 'en'), at]),
  )
  print('', 'To go back to the newest one, stop the server, then run:', `  ${files[0]?.restore}`)
}

async function listElsewhere(
  place: BucketPlace,
  { db, json, ...s3 }: { db: string; json: boolean | undefined } & S3Options,
): Promise<void> {
  const service = s3.s3Endpoint === undefined ? [] : ['--s3-endpoint', s3.s3Endpoint]
  const copies = (await listCopies(await bucketOf(place, s3))).map(({ at, ...copy }) => ({
    ...copy,
    at: toIso(at),
    restore: commandLine('restore', `${place.text}/${copy.name}`, ...service, '--s3-region', s3.s3Region, '--db', db),
  }))
  if (json) return printJson({ place: place.text, copies })
  if (copies.length === 0) return print(`There is no copy in ${place.text} yet.`)
  await printTable(
    ['COPY', 'SIZE', 'MADE'],
    copies.map(({ name, bytes, at }) => [name, sizeText(bytes, 'en'), at]),
  )
  print(
    '',
    'To go back to the newest one, set the encryption key, stop the server, then run:',
    `  ${copies[0]?.restore}`,
  )
}

async function keyKept({ db, json }: CommonOptions): Promise<void> {
  await withStore(db, ({ write }, clock) => write((tx) => confirmKeyKept(tx, clock.now())))
  if (json) return printJson({ keyKept: true })
  print('Confirmed: the encryption key is kept in another place.')
}

async function turnOn({ db, json }: CommonOptions): Promise<void> {
  await withStore(db, async ({ write }, clock) => {
    requireRoomForNightly(db)
    await write((tx) => setNightlyBackups(tx, operator(), true, clock.now()))
  })
  const signal = stopSignal('the backup was complete')
  const { backup } = await backUpBeside(db, { now: systemClock.now(), signal })
  if (json) return printJson({ isOn: true, folder: nightlyFolder(db), backup })
  print(
    'The server makes a backup every night at 03:00, in the time zone of the machine, and keeps the newest 7.',
    `${backup.file} is verified: ${backup.bytes} bytes, SHA-256 ${backup.sha256}`,
  )
}

async function turnOff({ db, json }: CommonOptions): Promise<void> {
  await withStore(db, ({ write }, clock) => write((tx) => setNightlyBackups(tx, operator(), false, clock.now())))
  if (json) return printJson({ isOn: false, folder: nightlyFolder(db) })
  print(`The server makes no more nightly backups. Those in ${nightlyFolder(db)} stay.`)
}
