import type { Attempt } from '../../refunds/endpoint/outbound.ts'
import { wentWell, wordsFor } from '../../refunds/endpoint/verdict-words.ts'
import { linesOf, print, strong } from './output.ts'

const MARGIN = '  '

/** One call for a developer to read: what was sent, what was signed, what came back, what it means. */
export function printAttempt({ type, sent, httpStatus, durationMs, answer, verdict }: Attempt, url: string): void {
  print([strong(`${type} → ${url}`)])
  print(...Object.entries(sent.headers).map(([name, value]) => `${MARGIN}${name}: ${value}`))
  print('', ...linesOf(sent.body, MARGIN), '')
  print([strong('Signed, with the whole secret as the key of HMAC-SHA256')], ...linesOf(sent.signed, MARGIN), '')
  const outcome = httpStatus === null ? 'No answer, after' : `HTTP ${httpStatus} in`
  print([strong(`${outcome} ${durationMs} ms`)])
  if (answer) print(...linesOf(answer, MARGIN))
  print('', [strong(wentWell(verdict) ? 'ok' : 'failed'), `  ${wordsFor(verdict)}`])
}

/** The same as one JSON value. */
export function attemptForScripts({ sent, ...attempt }: Attempt, url: string): object {
  return { url, request: sent, ...attempt, ok: wentWell(attempt.verdict), words: wordsFor(attempt.verdict) }
}
