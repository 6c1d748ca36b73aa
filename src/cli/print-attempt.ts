import type { Attempt } from '../refunds/outbound.ts'
import { wentWell, wordsFor } from '../refunds/verdict-words.ts'
import { print, strong } from './output.ts'

/** One call for a developer to read: what was sent, what was signed, what came back, what it means. */
export function printAttempt({ type, sent, httpStatus, durationMs, answer, verdict }: Attempt, url: string): void {
  print(strong(`${type} → ${url}`))
  for (const [name, value] of Object.entries(sent.headers)) print(`  ${name}: ${value}`)
  print('')
  print(indented(sent.body))
  print('')
  print(strong('Signed, with the whole secret as the key of HMAC-SHA256'))
  print(indented(sent.signed))
  print('')
  print(strong(httpStatus === null ? `No answer, after ${durationMs} ms` : `HTTP ${httpStatus} in ${durationMs} ms`))
  if (answer) print(indented(answer))
  print('')
  print(`${strong(wentWell(verdict) ? 'ok' : 'failed')}  ${wordsFor(verdict)}`)
}

/** The same as one JSON value. */
export function attemptForScripts({ sent, ...attempt }: Attempt, url: string): object {
  return { url, request: sent, ...attempt, ok: wentWell(attempt.verdict), words: wordsFor(attempt.verdict) }
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
