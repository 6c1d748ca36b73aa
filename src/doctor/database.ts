import { backupsNightlySince } from '../access/nightly-backups.ts'
import { closedSecrets, plainSecrets } from '../access/secrets.ts'
import { backlogs } from '../changes/backlog.ts'
import { jobBacklog } from '../jobs/jobs.ts'
import { PROGRAM } from '../lib/program.ts'
import type { Sealer } from '../lib/sealing.ts'
import { MINUTE_MS, systemClock, toIso } from '../lib/time.ts'
import { joinedFeatures, secretTables } from '../serve/features.ts'
import { type Inspection, inspectDatabase, openingError } from '../store/engine.ts'
import { clockOf } from '../store/kept-clock.ts'
import { noticedAt, UNTRUSTED_PROXY } from '../store/notices.ts'
import type { Reader } from '../store/store.ts'
import { type CopyPlan, checkCopies, checkNightlyBackups } from './backups.ts'
import { checkEvents } from './events.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { checkMails } from './mail.ts'
import { checkPictures } from './pictures.ts'
import { checkAssistant, checkMembers } from './workspaces.ts'

/** The clock of one machine varies by less than this. */
const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS
/** Longer than any job waits while a server runs, except during a large import. */
const LONG_WAIT_MS = 15 * MINUTE_MS

/**
 * Checks the content of a database without changing it.
 *
 * @param sealer the sealer that the server would open secrets with; undefined if the key that is set is invalid
 * @param hasFolder whether the server's settings name a folder for backups, or are invalid: only without one it makes nightly backups
 */
export async function checkDatabase(
  file: string,
  { sealer, hasFolder, copies }: { sealer: Sealer | undefined; hasFolder: boolean; copies?: CopyPlan },
): Promise<Finding[]> {
  let inspection: Inspection
  try {
    inspection = inspectDatabase(file)
  } catch (error) {
    const todo = 'Run this as the user who runs the server, and check --db.'
    return [problem('schema', openingError('the database cannot be opened', error, file).message, todo)]
  }
  try {
    const [schema, integrity] = [checkSchema(inspection), checkIntegrity(inspection)]
    // The other checks need the tables of this version.
    if (inspection.schema !== 'current' || integrity.level === 'problem') return [schema, integrity]
    const { read } = inspection
    const now = (await clockOf(read)).now()
    return [
      schema,
      integrity,
      await checkClock(read, now),
      await checkDeadJobs(read, now),
      await checkBacklog(read, now),
      ...(await checkChanges(read, now)),
      await checkKeys(read),
      await checkProxy(read),
      await checkAssistant(read),
      ...(await checkEvents(read, now)),
      ...(await checkMails(read, now)),
      ...(await checkPictures(read)),
      ...(await checkMembers(read, now)),
      ...(await checkSecrets(read, sealer)),
      ...(hasFolder ? [] : await checkNightlyBackups(file, await backupsNightlySince(read), systemClock.now())),
      ...(copies ? await checkCopies(read, copies, systemClock.now()) : []),
    ]
  } finally {
    inspection.close()
  }
}

function checkSchema({ schema }: Inspection): Finding {
  const check = 'schema'
  const findings: Record<Inspection['schema'], Finding> = {
    current: ok(check, 'the database has the schema of this version'),
    older: ok(check, 'the database is older than this version and is updated when the server starts'),
    newer: problem(check, 'the database was written by a newer storewire', 'Update storewire.'),
    foreign: problem(check, 'the file is not a storewire database', 'Name another file with --db.'),
    unreadable: problem(check, 'the file is not an SQLite database, or its first page is damaged', RESTORE),
  }
  return findings[schema]
}

const INDEX_DEFECT = /fts5|inverted index/i
const RESTORE =
  'Stop the server, move the damaged file with its -wal and -shm files aside, and restore the newest intact backup.'

function checkIntegrity({ defects }: Inspection): Finding {
  const [first] = defects
  if (first === undefined) return ok('integrity', 'every page of the database is intact')
  // Only the search index, which can be made again from the tables.
  if (INDEX_DEFECT.test(first))
    return problem('integrity', `the search index is damaged: ${first}`, `Rebuild it with "${PROGRAM} search rebuild".`)
  return problem('integrity', `the database is damaged: ${first}`, RESTORE)
}

/** An entry with a time after now was written under another clock. */
async function checkClock(read: Reader, now: number): Promise<Finding> {
  const row = await read.get<{ newest: number | null }>(
    `SELECT max(at) AS newest FROM (
       SELECT max(at) AS at FROM audit_log UNION ALL SELECT max(created_at) FROM jobs
       UNION ALL SELECT max(last_used_at) FROM api_keys UNION ALL SELECT max(checked_at) FROM readiness)`,
  )
  const newest = row?.newest ?? 0
  if (newest <= now + CLOCK_TOLERANCE_MS)
    return ok('clock', `it is ${toIso(now)}, later than everything in the database`)
  return problem(
    'clock',
    `the clock of this machine shows ${toIso(now)}, but the database has an entry of ${toIso(newest)}`,
    'Set the clock, and keep it right with NTP: retries, idempotency keys and signatures of refunds depend on it.',
  )
}

async function checkDeadJobs(read: Reader, now: number): Promise<Finding> {
  const dead = (await jobBacklog(read, now)).filter((kind) => kind.dead > 0)
  if (dead.length === 0) return ok('dead jobs', 'no job has used up its attempts')
  return problem(
    'dead jobs',
    `jobs have used up their attempts: ${dead.map(({ kind, dead }) => `${dead} ${kind}`).join(', ')}`,
    `See why with "${PROGRAM} jobs list"; then "${PROGRAM} jobs retry JOB_ID" or "${PROGRAM} jobs discard JOB_ID".`,
  )
}

/** Checks that what is pushed and written reaches look-ups, searches and all else that reads changes. */
async function checkChanges(read: Reader, now: number): Promise<Finding[]> {
  const check = 'changes'
  const readers = await backlogs(read, joinedFeatures.reads)
  const skipped = readers.filter((one) => one.skipped > 0)
  const late = readers.filter(({ oldestAt }) => oldestAt !== null && now - oldestAt > LONG_WAIT_MS)
  const findings: Finding[] = []
  if (skipped.length > 0)
    findings.push(
      warning(
        check,
        `changes were left out because they failed five times: ${skipped.map(({ reader, skipped }) => `${skipped} of ${reader}`).join(', ')}`,
        `Look for "A change was left out" in the log of the server, and report it. "${PROGRAM} search rebuild" repairs the search index.`,
      ),
    )
  if (late.length > 0)
    findings.push(
      warning(
        check,
        `changes are waiting for more than 15 min: ${late.map(({ reader, waiting }) => `${waiting} for ${reader}`).join(', ')}`,
        'Check that a server runs on this file, and read its log. During a large import this is normal.',
      ),
    )
  return findings.length > 0 ? findings : [ok(check, 'every change was read soon, and none was left out')]
}

async function checkBacklog(read: Reader, now: number): Promise<Finding> {
  const late = (await jobBacklog(read, now)).filter(({ ageMs }) => ageMs > LONG_WAIT_MS)
  if (late.length === 0) return ok('job backlog', 'no job has been waiting for long')
  const kinds = late.map(
    ({ kind, waiting, ageMs }) => `${waiting} ${kind}, due for ${Math.round(ageMs / MINUTE_MS)} min`,
  )
  return warning(
    'job backlog',
    `jobs are waiting: ${kinds.join('; ')}`,
    'Check that a server runs on this file, and read its log. During a large import this is normal.',
  )
}

async function checkSecrets(read: Reader, sealer: Sealer | undefined): Promise<Finding[]> {
  const check = 'secrets'
  const findings: Finding[] = []
  const plain = await plainSecrets(read, secretTables)
  if (plain > 0) {
    findings.push(
      warning(
        check,
        plain === 1 ? 'one secret is stored unencrypted' : `${plain} secrets are stored unencrypted`,
        `Set STOREWIRE_ENCRYPTION_KEY, and encrypt the stored secrets with "${PROGRAM} secrets rotate-key".`,
      ),
    )
  }
  const closed = sealer ? await closedSecrets(read, secretTables, sealer) : 0
  if (closed > 0) findings.push(closedFinding(closed, sealer?.encrypts ?? false))
  return findings.length > 0 ? findings : [ok(check, 'no secret is stored unencrypted')]
}

/** A wrong key is always a mistake. A missing key may be normal, if the server gets the key in another environment. */
function closedFinding(closed: number, isKeySet: boolean): Finding {
  const secrets = closed === 1 ? 'one secret' : `${closed} secrets`
  if (isKeySet)
    return problem(
      'secrets',
      `${secrets} can't be opened with the encryption key that is set: the server does not start with it`,
      `Set the key that encrypted them. If that key is lost, see "${PROGRAM} secrets discard --help".`,
    )
  return warning(
    'secrets',
    `${secrets} can be opened with an encryption key only, and none is set here`,
    'Make sure that the server gets STOREWIRE_ENCRYPTION_KEY or STOREWIRE_ENCRYPTION_KEY_FILE: it does not start without the key.',
  )
}

async function checkKeys(read: Reader): Promise<Finding> {
  const rows = await read.all<{ name: string }>(
    `SELECT name FROM workspaces WHERE deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM api_keys WHERE workspace_id = workspaces.id AND kind = 'secret' AND revoked_at IS NULL) ORDER BY name`,
  )
  if (rows.length === 0) return ok('keys', 'every workspace has a secret key')
  return warning(
    'keys',
    `nobody can push to ${rows.map(({ name }) => `"${name}"`).join(', ')}: there is no secret key`,
    `Create one: ${PROGRAM} keys create --workspace W`,
  )
}

async function checkProxy(read: Reader): Promise<Finding> {
  const check = 'proxy'
  const at = await noticedAt(read, UNTRUSTED_PROXY)
  if (at === undefined) return ok(check, 'the server has seen no proxy that it does not trust')
  return warning(
    check,
    `a proxy on this machine sends X-Forwarded-For (first at ${toIso(at)}), but the server trusts no proxy: all visitors share the limits of one network`,
    'Start the server with --trust-proxy 1 (STOREWIRE_TRUST_PROXY), or with the number of proxies.',
  )
}
