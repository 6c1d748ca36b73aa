import type { Reader } from '../store/store.ts'
import { type Finding, ok, warning } from './finding.ts'

const CHECK = 'assistant'

/** Names workspaces from before the assistant: it is off in them until somebody has decided. */
export async function checkAssistant(read: Reader): Promise<Finding> {
  const undecided = await read.all<{ name: string }>(
    `SELECT name FROM assistant_settings JOIN workspaces ON workspaces.id = workspace_id
     WHERE enabled = 0 AND settings = '{}' AND deleted_at IS NULL ORDER BY name`,
  )
  if (undecided.length === 0) return ok(CHECK, 'every workspace has decided whether the assistant answers')
  const names = undecided.map(({ name }) => name).join(', ')
  return warning(
    CHECK,
    `the assistant is off in workspaces that are older than it: ${names}`,
    'Try it with "storewire assistant ask", then run "storewire assistant on", or "storewire assistant off" to leave chats to people.',
  )
}
