import { StorewireError } from '../../client/error.ts'
import { DomainError, withHelp } from '../../lib/errors.ts'
import { onOneLine, printJson, warn } from './output.ts'

/** Command-line help for domain errors, by reason. A text that starts with a punctuation mark continues the message's last sentence. */
const HELP: Record<string, string | ((facts: Record<string, unknown>) => string)> = {
  no_database: '; "storewire serve" creates it, or name another file with --db',
  database_denied: ', or name another file with --db',
  disk_read_only: '; name another file with --db',
  database_is_folder: '; name a file with --db',
  no_sqlite_database: '; name another file with --db',
  served_already: ', or name another file with --db',
  stranded_log: ', or restore a backup with "storewire restore --force", which keeps the log',
  foreign_log: ', and restore backups with "storewire restore"',
  database_exists: '; with --force, the backup replaces it, and the old database is kept under a dated name',
  no_backup_but_database: ({ file }) =>
    `. Make a backup of it with "storewire backup NEW --db ${file}" and restore that`,
  cannot_keep_old: ', then restore without --force',
  port_taken: '; choose another port with --port',
  port_denied: '; choose another port with --port',
  no_such_host: '; choose another address with --host',
  too_few_open_files: ': raise the limit with "ulimit -n 1024", or with LimitNOFILE=1024 in a systemd unit',
  secret_of_another_key: ', or run "storewire secrets discard --force" if that key is lost.',
  keys_everybody_knows: 'serve another file, or open this file with "storewire dev"',
  not_for_dev: 'name a new file with --db, or omit --db',
  private_address: 'the operator can allow private addresses with --allow-private-endpoints',
  special_address: ({ hostPort }) => `the operator can allow this endpoint with --allow-endpoint ${hostPort}`,
  loopback_http: ({ hostPort }) => `--allow-endpoint ${hostPort}`,
  model_key_of_other_host: '--api-key-file FILE or --no-api-key',
  no_workspace: 'create one with "storewire workspaces create NAME"',
  several_workspaces: ({ names }) => `name one with --workspace (${names})`,
  workspace_not_confirmed: '--confirm NAME',
  refunds_under_way:
    '"storewire refunds list --status pending" shows them; --force deletes the workspace anyway, and their outcome is lost',
  no_such_object: '"storewire find TEXT" searches by number, e-mail address, tracking number or words',
  search_index_damaged: 'run "storewire search rebuild"',
  filters_not_ready: 'the running server does this',
  segment_not_ready: 'the running server does this',
  no_such_segment: '"storewire segments list" shows the ids',
  no_such_key: '"storewire keys list" shows the ids',
  key_kind_unknown: 'name the kind with --kind',
  key_in_use_by_widget: 'choose another key with "storewire keys use-for-widget" first',
  no_such_job: '"storewire jobs list" shows the ids',
  no_such_delivery: 'see "storewire deliveries list"',
  not_for_tests: 'name a test workspace, or add --for-real',
  no_order: 'name the order with --order',
  not_kept: 'send a new one with "storewire trigger"',
  refunded_before: ({ newest }) => `--again ${newest}`,
  two_identity_secrets: 'revoke the older one with "storewire identity secret revoke" first',
  no_such_identity_secret: '"storewire identity secret list" shows the ids',
  no_such_member: '"storewire members list" shows them',
  member_exists: 'add them to a workspace with "storewire members invite"',
  last_operator: '"storewire members role EMAIL --operator on"',
  has_owner: 'invite another with "storewire members invite EMAIL --owner"',
  no_such_origin: '"storewire widget origins list" shows them',
}

/** The message of an error, with the help of the command line. */
export function messageOf(error: Error): string {
  if (!(error instanceof DomainError)) return error.message
  return helped(error.message, error.reason, error.facts)
}

/** A message with the help for its reason, if there is any. */
export function helped(message: string, reason: string, facts: Record<string, unknown>): string {
  const entry = HELP[reason]
  const help = typeof entry === 'function' ? entry(facts) : entry
  return help !== undefined && /^[.,:;]/.test(help) ? message.replace(/\.$/, '') + help : withHelp(message, help)
}

/** An error as scripts get it. */
export interface ReportedError {
  /** The API's code; `USAGE` for a wrong command line, `FAILED` for an error without a code. */
  code: string
  message: string
  /** Distinguishes errors with the same code. */
  reason?: string
  /** The HTTP status, if a server refused the call. */
  status?: number
  requestId?: string
  data?: unknown
}

export function reportedError(error: Error): ReportedError {
  const message = messageOf(error)
  if (error instanceof DomainError) return { code: error.code, message, reason: error.reason, data: error.facts }
  if (!(error instanceof StorewireError)) return { code: 'FAILED', message }
  const { code, status, requestId, body } = error
  const { data } = (body ?? {}) as { data?: unknown }
  return {
    code,
    message,
    ...(status === 0 ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(data === undefined ? {} : { data }),
  }
}

/**
 * Reports an error on standard error: one line for people, with --json one JSON value `{"error": …}` on its last line. Standard output
 * is only for results, so a script that reads it finds nothing there after a failure.
 */
export function reportError(error: ReportedError, json: boolean): void {
  if (json) printJson({ error }, process.stderr)
  else warn(`storewire: ${onOneLine(error.message)}`)
}
