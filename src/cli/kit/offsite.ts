import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RecurringTask } from '../../jobs/recurring.ts'
import type { Log } from '../../lib/log.ts'
import { commandLine } from '../../lib/program.ts'
import { KEY_VARIABLE } from '../../lib/sealing.ts'
import { systemClock } from '../../lib/time.ts'
import { type Bucket, openBucket } from '../../offsite/bucket.ts'
import { type BucketPlace, parsePlace, parseService } from '../../offsite/place.ts'
import { offsiteRecord } from '../../offsite/record.ts'
import type { Store } from '../../store/store.ts'
import { keyOfEnvironment } from './encryption-key.ts'
import { readNamedFile } from './named-file.ts'
import { runItself } from './system.ts'

/** How to reach the service that keeps the copies. */
export interface S3Options {
  s3Endpoint?: string
  s3Region: string
}

const ID = 'AWS_ACCESS_KEY_ID'
const SECRET = 'AWS_SECRET_ACCESS_KEY'

/** The options of every command that reads or writes copies elsewhere. */
export function s3Options(): Option[] {
  return [
    new Option('--s3-endpoint <url>', "address of the service with S3's protocol (default: Amazon's of the region)")
      .env('STOREWIRE_S3_ENDPOINT')
      .argParser(checkedBy(parseService)),
    new Option('--s3-region <region>', 'region of the bucket').default('us-east-1').env('STOREWIRE_S3_REGION'),
  ]
}

/** Checks `s3://bucket/prefix`. */
export const placeOption = checkedBy(parsePlace)

/** An option that stays the text that it was, since it is handed on to processes of this program. */
function checkedBy(parse: (text: string) => unknown): (text: string) => string {
  return (text) => {
    try {
      parse(text)
      return text
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message)
    }
  }
}

/**
 * The bucket of a place, with the access key of the environment. A key has no option, because other users of the machine can read command
 * lines.
 *
 * @throws Error if a variable is missing or its file can't be read
 */
export function bucketOf(
  place: BucketPlace,
  { s3Endpoint, s3Region }: S3Options,
  { signal, env = process.env }: { signal?: AbortSignal; env?: NodeJS.ProcessEnv } = {},
): Promise<Bucket> {
  const access = accessKey(env)
  const service = parseService(s3Endpoint ?? `https://s3.${s3Region}.amazonaws.com`)
  return openBucket(place, { service, region: s3Region, ...access }, { signal })
}

function accessKey(env: NodeJS.ProcessEnv): { accessKeyId: string; secretAccessKey: string } {
  const { [ID]: accessKeyId, [SECRET]: text, [`${SECRET}_FILE`]: file } = env
  if (text !== undefined && file !== undefined)
    throw new Error(`both ${SECRET} and ${SECRET}_FILE are set: set only one of them`)
  const secretAccessKey = file === undefined ? text : readNamedFile(file).trim()
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`copies elsewhere need an access key: set ${ID}, and ${SECRET} or ${SECRET}_FILE`)
  return { accessKeyId, secretAccessKey }
}

/** The key that copies elsewhere are encrypted with. @throws Error without one: a bucket would hold readable data of customers */
export function requireCopyKey(): Buffer {
  const key = keyOfEnvironment()
  if (key) return key
  throw new Error(
    `copies elsewhere hold the data of your customers, so they are made only with an encryption key: set ${KEY_VARIABLE}_FILE. Create a key with "openssl rand -base64 32"`,
  )
}

/** @throws Error without an encryption key or an access key */
export function requireCopySecrets(): void {
  requireCopyKey()
  accessKey(process.env)
}

/** Shown until an operator confirms it: the key is not in the database, so that no copy brings it back. */
export const KEEP_KEY = 'Keep the encryption key in another place, too: without it no copy can be read.'

/** The options of `serve` for copies elsewhere. */
export interface OffsiteOptions extends S3Options {
  db: string
  backupTo?: string
  backupCron: string
  backupKeep: number
}

/** Refuses settings that can't work at the start, not at the time of the first copy. @param command `serve`, parsed */
export function checkOffsiteOptions({ backupTo }: Pick<OffsiteOptions, 'backupTo'>, command: Command): void {
  if (!backupTo) return
  try {
    requireCopySecrets()
  } catch (error) {
    command.error(`error: ${(error as Error).message}`)
  }
}

/** Logs at each start that the key is to be kept, until an operator confirms it. */
export async function remindOfKey(
  { db, backupTo }: Pick<OffsiteOptions, 'db' | 'backupTo'>,
  { read }: Pick<Store, 'read'>,
  log: Log,
): Promise<void> {
  if (backupTo === undefined || (await offsiteRecord(read))?.keyKeptAt) return
  log.info(KEEP_KEY, { confirm: commandLine('backups', 'key-kept', '--db', db) })
}

/** Copies elsewhere that the server makes at set times. */
export interface ServerCopies {
  tasks: RecurringTask[]
  /** Where they are; null if none are made. */
  place: string | null
  /** When the newest was verified, in epoch milliseconds; 0 without a copy, undefined if none are made. */
  lastAt(): Promise<number | undefined>
  /** The same for alerts: before the first copy, when this server was started. One that never succeeds must be noticed, too. */
  measuredAt(): Promise<number | undefined>
  /** Why the last one has failed; null if it has not. */
  failure(): string | null
}

/** The copies run in a process of their own, as backups do. @param reportFailed called for each that fails */
export function serverCopies(
  { db, backupTo, backupCron, backupKeep, s3Endpoint, s3Region }: OffsiteOptions,
  { read }: Pick<Store, 'read'>,
  reportFailed: () => Promise<void>,
  log: Log,
): ServerCopies {
  if (!backupTo) {
    const never = async () => undefined
    return { tasks: [], place: null, lastAt: never, measuredAt: never, failure: () => null }
  }
  const startedAt = systemClock.now()
  const lastAt = async () => (await offsiteRecord(read))?.lastAt ?? 0
  let failure: string | null = null
  const service = s3Endpoint === undefined ? [] : ['--s3-endpoint', s3Endpoint]
  const target = ['--to', backupTo, '--s3-region', s3Region, ...service, '--keep', String(backupKeep)]
  const run = async (signal: AbortSignal) => {
    try {
      const { copy, bytes, durationMs, sha256 } = JSON.parse(
        await runItself(['backup', ...target, '--db', db, '--json'], { signal }),
      )
      failure = null
      log.info('Copied the database to another place', { copy, bytes, durationMs, sha256 })
    } catch (error) {
      if (!signal.aborted) {
        failure = (error as Error).message
        await reportFailed()
      }
      throw error
    }
  }
  return {
    tasks: [{ name: 'copy elsewhere', cron: backupCron, notAtStart: true, run }],
    place: backupTo,
    lastAt,
    measuredAt: async () => (await lastAt()) || startedAt,
    failure: () => failure,
  }
}
