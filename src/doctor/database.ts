import { closedSecrets, plainSecrets } from '../access/secrets.ts'
import { jobBacklog } from '../jobs/jobs.ts'
import type { Sealer } from '../lib/sealing.ts'
import { toIso } from '../lib/time.ts'
import { secretTables } from '../serve/features.ts'
import { clockOf } from '../store/kept-clock.ts'
import { noticedAt, UNTRUSTED_PROXY } from '../store/notices.ts'
import { openingProblem } from '../store/sqlite/failures.ts'
import { type Inspection, inspectDatabase } from '../store/sqlite/inspect.ts'
import type { Reader } from '../store/store.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const MINUTE_MS = 60_000
/** Clocks of one machine differ by less. */
const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS
/** Longer than any job waits while a server runs, but for those of a large import. */
const LONG_WAIT_MS = 15 * MINUTE_MS

/**
 * Checks what is inside a database; nothing in it is changed.
 *
 * @param sealer what the server would open secrets with; undefined where what is set is no key
 */
export async function checkDatabase(file: string, sealer: Sealer | undefined): Promise<Finding[]> {
  let inspection: Inspection
  try {
    inspection = inspectDatabase(file)
  } catch (error) {
    const todo = 'Run this as the user who runs the server, and check --db.'
    return [problem('schema', `the database cannot be opened: ${openingProblem(error, file)}`, todo)]
  }
  try {
    const [schema, integrity] = [checkSchema(inspection), checkIntegrity(inspection)]
    // The other checks read tables as this version has them.
    if (inspection.schema !== 'current' || integrity.level === 'problem') return [schema, integrity]
    const { read } = inspection
    const now = (await clockOf(read)).now()
    return [
      schema,
      integrity,
      await checkClock(read, now),
      await checkDeadJobs(read, now),
      await checkBacklog(read, now),
      await checkKeys(read),
      await checkProxy(read),
      ...(await checkSecrets(read, sealer)),
    ]
  } finally {
    inspection.close()
  }
}

function checkSchema({ schema }: Inspection): Finding {
  const check = 'schema'
  const findings: Record<Inspection['schema'], Finding> = {
    current: ok(check, 'the database has the schema of this version'),
    older: ok(check, 'the database is older than this version, and is brought up to date when the server starts'),
    newer: problem(check, 'the database was written by a newer storewire', 'Update storewire.'),
    foreign: problem(check, 'the file is no database of storewire', 'Name another with --db.'),
    unreadable: problem(check, 'the file is no SQLite database, or its first page is damaged', RESTORE),
  }
  return findings[schema]
}

const RESTORE =
  'Stop the server, keep the damaged file with its -wal and -shm aside, and restore the newest backup that is whole.'

function checkIntegrity({ defects }: Inspection): Finding {
  const [first] = defects
  if (first === undefined) return ok('integrity', 'every page of the database is whole')
  return problem('integrity', `the database is damaged: ${first}`, RESTORE)
}

/** What was written later than now was written under another clock. */
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
    `the clock of this machine says ${toIso(now)}, but the database has an entry of ${toIso(newest)}`,
    'Set the clock, and let NTP keep it: retries, idempotency keys and signatures of refunds go by it.',
  )
}

async function checkDeadJobs(read: Reader, now: number): Promise<Finding> {
  const dead = (await jobBacklog(read, now)).filter((kind) => kind.dead > 0)
  if (dead.length === 0) return ok('dead jobs', 'no job has used up its attempts')
  return problem(
    'dead jobs',
    `jobs have used up their attempts: ${dead.map(({ kind, dead }) => `${dead} ${kind}`).join(', ')}`,
    'See why with "storewire jobs list"; then "storewire jobs retry JOB_ID" or "storewire jobs discard JOB_ID".',
  )
}

async function checkBacklog(read: Reader, now: number): Promise<Finding> {
  const late = (await jobBacklog(read, now)).filter(({ ageMs }) => ageMs > LONG_WAIT_MS)
  if (late.length === 0) return ok('job backlog', 'no job waits for long')
  const told = late.map(
    ({ kind, waiting, ageMs }) => `${waiting} ${kind}, due for ${Math.round(ageMs / MINUTE_MS)} min`,
  )
  return warning(
    'job backlog',
    `jobs wait: ${told.join('; ')}`,
    'Check that a server runs on this file and what its log says. While a large import runs this is as it should be.',
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
        plain === 1
          ? 'one signing secret lies in the database in plain'
          : `${plain} signing secrets lie in the database in plain`,
        'Set STOREWIRE_ENCRYPTION_KEY, and encrypt what is there with "storewire secrets rotate-key".',
      ),
    )
  }
  const closed = sealer ? await closedSecrets(read, secretTables, sealer) : 0
  if (closed > 0) findings.push(tellClosed(closed, sealer?.encrypts ?? false))
  return findings.length > 0 ? findings : [ok(check, 'no signing secret lies in the database in plain')]
}

/** Without a key this may be another shell than the server's; with a wrong one nothing else than a mistake. */
function tellClosed(closed: number, isKeySet: boolean): Finding {
  const secrets = closed === 1 ? 'one signing secret' : `${closed} signing secrets`
  if (isKeySet)
    return problem(
      'secrets',
      `${secrets} can't be opened with the encryption key that is set: the server does not start with it`,
      'Set the key that they were encrypted with; where it is lost, see "storewire secrets discard --help".',
    )
  return warning(
    'secrets',
    `${secrets} can be opened with an encryption key only, and none is set here`,
    'Make sure that the server gets STOREWIRE_ENCRYPTION_KEY or STOREWIRE_ENCRYPTION_KEY_FILE: it does not start without.',
  )
}

async function checkKeys(read: Reader): Promise<Finding> {
  const rows = await read.all<{ name: string }>(
    `SELECT name FROM workspaces WHERE NOT EXISTS (
       SELECT 1 FROM api_keys WHERE workspace_id = workspaces.id AND kind = 'secret' AND revoked_at IS NULL) ORDER BY name`,
  )
  if (rows.length === 0) return ok('keys', 'every workspace has a secret key')
  return warning(
    'keys',
    `nobody can push to ${rows.map(({ name }) => `"${name}"`).join(', ')}: there is no secret key`,
    'Make one: storewire keys create --workspace W',
  )
}

async function checkProxy(read: Reader): Promise<Finding> {
  const check = 'proxy'
  const at = await noticedAt(read, UNTRUSTED_PROXY)
  if (at === undefined) return ok(check, 'the server has seen no proxy that it does not trust')
  return warning(
    check,
    `a proxy on this machine sends X-Forwarded-For (first at ${toIso(at)}), but the server trusts none: all visitors share the limits of one network`,
    'Start the server with --trust-proxy 1 (STOREWIRE_TRUST_PROXY), or with the number of proxies.',
  )
}
