import { DomainError, withHelp } from '../../lib/errors.ts'

/** What people at the command line can do about an error of the domain, by its reason. */
const HELP: Record<string, string | ((facts: Record<string, unknown>) => string)> = {
  no_workspace: 'create one with "storewire workspaces create NAME"',
  several_workspaces: ({ names }) => `name one with --workspace (${names})`,
  no_such_key: '"storewire keys list" shows the ids',
  key_kind_unknown: 'say what it is with --kind',
  key_in_use_by_widget: 'make another one current with "storewire keys use-for-widget" first',
  no_such_job: '"storewire jobs list" shows the ids',
  no_such_delivery: 'see "storewire deliveries list"',
  not_for_tests: 'name a test workspace, or add --for-real',
  no_order: 'name it with --order',
  not_kept: 'send a new one with "storewire trigger"',
  refunded_before: ({ newest }) => `--again ${newest}`,
  two_identity_secrets: 'revoke the older one with "storewire identity secret revoke" first',
  no_such_identity_secret: '"storewire identity secret list" shows the ids',
  no_such_origin: '"storewire widget origins list" shows them',
}

/** An error as the command line shows it. */
export function messageOf(error: Error): string {
  if (!(error instanceof DomainError)) return error.message
  const help = HELP[error.reason]
  return withHelp(error.message, typeof help === 'function' ? help(error.facts) : help)
}
