import type { Call } from './calls.ts'

/** A call as one line for a terminal, and under it one line for each thing that its body has wrong. */
export function callLines({ at, method, path, status, durationMs, issues, answerBody }: Call): string[] {
  const time = new Date(at).toISOString().slice(11, 19)
  const why = status !== null && status >= 400 && issues.length === 0 ? messageOf(answerBody) : ''
  return [
    `${time}  ${status ?? '---'}  ${method} ${path}  ${durationMs} ms${why && `  ${why}`}`,
    ...issues.map((issue) => `               ${pathOf(issue.path)} ${issue.message}`.trimEnd()),
  ]
}

/** `["data", 0, "items", 2, "quantity"]` is `data[0].items[2].quantity`. */
export function pathOf(path: (string | number)[]): string {
  return (
    path
      .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
      .join('')
      .replace(/^\./, '') || 'the body'
  )
}

function messageOf(answerBody: string): string {
  try {
    return String((JSON.parse(answerBody) as { message?: unknown }).message ?? '')
  } catch {
    return ''
  }
}
