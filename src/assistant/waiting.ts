import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts'
import { nextOpening } from '../tools/opening-hours.ts'
import type { ToolContext } from '../tools/tool.ts'
import { type Answer, type ConversationState, fixedAnswer } from './answer.ts'
import type { Command } from './commands/command.ts'
import { kindOfCommand } from './commands/list.ts'
import type { Draft } from './draft.ts'
import type { Speech } from './languages/language.ts'

/** How customers who wait for people are answered. */
export interface WaitingCustomer {
  /** How long they usually wait, in milliseconds; null if that is not known. */
  usualMs: number | null
}

/** Whether commands are answered while the customer waits: questions that facts answer, and nothing else. */
export function areSimple(commands: Command[]): boolean {
  return commands.length > 0 && commands.every(({ name }) => kindOfCommand(name).isSimple)
}

/** Whether an answer is said while the customer waits: people are already called, and ask for themselves. */
export function isWorthSaying({ handOver, isNoHelp, lines, offer }: Draft): boolean {
  return handOver === null && !isNoHelp && lines.length > 0 && offer === null
}

/** The reply to a message that people will answer: once, that they have it; afterwards an empty text. */
export function answerWaiting(
  tools: ToolContext,
  { speech, before, commands, why }: { speech: Speech; before: ConversationState; commands: Command[]; why: string[] },
  { usualMs }: WaitingCustomer,
): Answer {
  const { says } = speech
  const { hours } = tools.settings
  const opens = hours ? nextOpening(hours, tools.now) : null
  const later = opens === null || !hours ? null : says.teamHasItLater(speech.moment(opens, hours.timeZone, tools))
  const text = before.isWaitNoted
    ? ''
    : (later ?? says.teamHasIt(usualMs === null ? null : durationOf(usualMs, speech)))
  return fixedAnswer(text, { language: speech.language, commands, why, state: { ...before, isWaitNoted: true } })
}

/** A few minutes, or the hours or days that are enough. */
const FEW_MINUTES_MS = 10 * MINUTE_MS

function durationOf(ms: number, { says: { within } }: Speech): string {
  if (ms <= FEW_MINUTES_MS) return within.minutes
  const hours = Math.ceil(ms / HOUR_MS)
  return hours < 24 ? within.hours(hours) : within.days(Math.ceil(ms / DAY_MS))
}
