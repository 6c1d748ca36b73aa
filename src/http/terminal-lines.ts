import type { Issue } from '../lib/errors.ts'

/** A call as shown to people. */
export interface ShownCall {
  /** Epoch milliseconds. */
  at: number
  method: string
  path: string
  /** Null if the connection ended without a response. */
  status: number | null
  durationMs: number
  /** The issues of an invalid body. */
  issues: Issue[]
  /** The message of an error response. */
  message?: string | undefined
}

/** Characters of a path that are shown: a caller may send thousands. */
const MOST_OF_PATH = 80

/** A call as one line for a terminal, followed by one line for each issue of its body. */
export function terminalLines({ at, method, path, status, durationMs, issues, message }: ShownCall): string[] {
  const shown = path.length > MOST_OF_PATH ? `${path.slice(0, MOST_OF_PATH)}…` : path
  const why = message && issues.length === 0 ? `  ${message}` : ''
  return [
    `${timeOf(at)}  ${status ?? '---'}  ${method} ${shown}  ${Math.round(durationMs)} ms${why}`,
    ...issues.map((issue) => `               ${pathOf(issue.path)} ${issue.message}`.trimEnd()),
  ]
}

/** The time of day, in UTC. */
export function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 19)
}

/** The path as text: `data[0].items[2].quantity` for `["data", 0, "items", 2, "quantity"]`. */
export function pathOf(path: (string | number)[]): string {
  return (
    path
      .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
      .join('')
      .replace(/^\./, '') || 'the body'
  )
}
