import { StorewireError } from '../../client/error.ts'
import { DomainError, withHelp } from '../../lib/errors.ts'
import { PROGRAM } from '../../lib/program.ts'
import { onOneLine, printJson, warn } from './output.ts'

/** Command-line help for domain errors, by reason. A text that starts with a punctuation mark continues the message's last sentence. */
const HELP: Record<string, string | ((facts: Record<string, unknown>) => string)> = {
  no_database: `; "${PROGRAM} serve" creates it, or name another file with --db`,
  database_denied: ', or name another file with --db',
  disk_read_only: '; name another file with --db',
  database_is_folder: '; name a file with --db',
  no_sqlite_database: '; name another file with --db',
  served_already: ', or name another file with --db',
  stranded_log: `, or restore a backup with "${PROGRAM} restore --force", which keeps the log`,
  foreign_log: `, and restore backups with "${PROGRAM} restore"`,
  database_exists: '; with --force, the backup replaces it, and the old database is kept under a dated name',
  no_backup_but_database: ({ file }) =>
    `. Make a backup of it with "${PROGRAM} backup NEW --db ${file}" and restore that`,
  cannot_keep_old: ', then restore without --force',
  port_taken: '; choose another port with --port',
  port_denied: '; choose another port with --port',
  no_such_host: '; choose another address with --host',
  too_few_open_files: ': raise the limit with "ulimit -n 1024", or with LimitNOFILE=1024 in a systemd unit',
  secret_of_another_key: `, or run "${PROGRAM} secrets discard --force" if that key is lost.`,
  keys_everybody_knows: 'serve another file, or open this file with "storewire dev"',
  not_for_dev: 'name a new file with --db, or omit --db',
  private_address: 'the operator can allow private addresses with --allow-private-endpoints',
  special_address: ({ hostPort }) => `the operator can allow this endpoint with --allow-endpoint ${hostPort}`,
  loopback_http: ({ hostPort }) => `"${PROGRAM} workspaces set WORKSPACE --test on", or --allow-endpoint ${hostPort}`,
  plan: `"${PROGRAM} workspaces set WORKSPACE --test on" makes it a test workspace`,
  model_key_of_other_host: '--api-key-file FILE or --no-api-key',
  no_workspace: `create one with "${PROGRAM} workspaces create NAME"`,
  several_workspaces: ({ names }) => `name one with --workspace (${names})`,
  workspace_not_confirmed: '--confirm NAME',
  refunds_under_way: `"${PROGRAM} refunds list --status pending" shows them; --force deletes the workspace anyway, and their outcome is lost`,
  no_such_object: `"${PROGRAM} find TEXT" searches by number, e-mail address, tracking number or words`,
  search_index_damaged: `run "${PROGRAM} search rebuild"`,
  filters_not_ready: 'the running server does this',
  segment_not_ready: 'the running server does this',
  no_such_segment: `"${PROGRAM} segments list" shows the ids`,
  no_such_key: `"${PROGRAM} keys list" shows the ids`,
  key_kind_unknown: 'name the kind with --kind',
  key_in_use_by_widget: `choose another key with "${PROGRAM} keys use-for-widget" first`,
  no_such_job: `"${PROGRAM} jobs list" shows the ids`,
  no_such_delivery: `see "${PROGRAM} deliveries list"`,
  no_such_event_endpoint: `"${PROGRAM} events endpoints list" shows the ids`,
  no_such_event: `"${PROGRAM} events list" shows the ids`,
  event_endpoint_off: `"${PROGRAM} events endpoints update ID --on"`,
  not_for_tests: 'name a test workspace, or add --for-real',
  no_order: 'name the order with --order',
  not_kept: `send a new one with "${PROGRAM} trigger"`,
  refunded_before: ({ newest }) => `--again ${newest}`,
  taken_by_another: ({ memberId }) => `to go on all the same, add --despite ${memberId}`,
  two_identity_secrets: `revoke the older one with "${PROGRAM} identity secret revoke" first`,
  no_such_identity_secret: `"${PROGRAM} identity secret list" shows the ids`,
  no_such_member: `"${PROGRAM} members list" shows them`,
  member_exists: `add them to a workspace with "${PROGRAM} members invite"`,
  last_operator: `"${PROGRAM} members role EMAIL --operator on"`,
  has_owner: `invite another with "${PROGRAM} members invite EMAIL --owner"`,
  no_such_picture_host: `"${PROGRAM} picture-hosts list" shows them`,
  no_public_address: 'name its address with --public-url, such as --public-url https://chat.shop.example',
  connected: `"${PROGRAM} connect disconnect"`,
  has_endpoint: ({ endpoint }) => `--keep-endpoint, or --replace-endpoint ${endpoint}`,
  has_two_identity_secrets: `--replace-identity-secret ID; "${PROGRAM} identity secret list" shows the ids`,
  no_claim: `"${PROGRAM} connect woocommerce"`,
  not_connected: `"${PROGRAM} connect woocommerce"`,
  no_such_origin: `"${PROGRAM} widget origins list" shows them`,
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
