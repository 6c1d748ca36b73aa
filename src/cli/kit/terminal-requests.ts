import { errorBody } from '../../http/errors.ts'
import type { OnServed } from '../../http/request-note.ts'
import { terminalLines } from '../../http/terminal-lines.ts'
import type { Issue } from '../../lib/errors.ts'
import type { LogLevel } from '../../lib/log.ts'
import { warn } from './output.ts'

/**
 * Shows each call as one short line if standard error is a terminal, where JSON is hard to read. Calls of pages are shown only at
 * level debug.
 *
 * @returns undefined if calls are not shown, or are logged as JSON
 */
export function requestsForTerminal(level: LogLevel): OnServed | undefined {
  if (!process.stderr.isTTY || (level !== 'info' && level !== 'debug')) return undefined
  return ({ error, ...request }) => {
    if (request.isPage && level !== 'debug') return
    const issues = (error?.facts.issues as Issue[] | undefined) ?? []
    warn(...terminalLines({ ...request, issues, message: error && errorBody(error).message }))
  }
}
