import type { Verdict } from '../../refunds/endpoint/answers.ts'
import { hostPortOf } from '../../refunds/endpoint/endpoint-address.ts'
import type { Attempt } from '../../refunds/endpoint/outbound.ts'
import { wentWell, wordsFor } from '../../refunds/endpoint/verdict-words.ts'
import { helped } from './help.ts'
import { linesOf, print, strong } from './output.ts'

const MARGIN = '  '

/** Prints one call for a developer: the request, the signed text, the response and its meaning. */
export function printAttempt({ type, sent, httpStatus, durationMs, answer, verdict }: Attempt, url: string): void {
  print([strong(`${type} → ${url}`)])
  print(...Object.entries(sent.headers).map(([name, value]) => `${MARGIN}${name}: ${value}`))
  print('', ...linesOf(sent.body, MARGIN), '')
  print([strong('Signed, with the whole secret as the key of HMAC-SHA256')], ...linesOf(sent.signed, MARGIN), '')
  const outcome = httpStatus === null ? 'No response after' : `HTTP ${httpStatus} in`
  print([strong(`${outcome} ${durationMs} ms`)])
  if (answer) print(...linesOf(answer, MARGIN))
  print('', [strong(wentWell(verdict) ? 'ok' : 'failed'), `  ${wordsWithHelp(verdict, url)}`])
}

/** The same as one JSON value. */
export function attemptForScripts({ sent, ...attempt }: Attempt, url: string): object {
  return { url, request: sent, ...attempt, ok: wentWell(attempt.verdict), words: wordsWithHelp(attempt.verdict, url) }
}

function wordsWithHelp(verdict: Verdict, url: string): string {
  const words = wordsFor(verdict)
  if (verdict.kind !== 'no_answer' || verdict.refusal === undefined) return words
  const parsed = URL.parse(url)
  return helped(words, verdict.refusal, parsed ? { hostPort: hostPortOf(parsed) } : {})
}
