import { createHash } from 'node:crypto'
import { HOUR_MS } from '../lib/time.ts'
import type { ConversationState } from './answer.ts'
import { sentenceOf } from './answers/hand-over-words.ts'
import { type Draft, handOver, say } from './draft.ts'

/** Answers in a row that did not help, until a person is offered, and until one is called. */
const OFFERED = 2
const CALLED = 3
/** Sentences of a conversation that are compared with new ones. */
const MOST_KEPT = 60
const LATELY_MS = HOUR_MS

/**
 * Counts the answers that do not help: nothing is understood or found, or the same is asked or said again. Only a new fact begins the count
 * again. After two of them a person is offered, and the third one is left to people.
 */
export function withPatience(draft: Draft, before: ConversationState): void {
  const { state, lines, sources, questions, tools } = draft
  // Hours later the same state is news.
  const said = tools.now - before.saidAt > LATELY_MS ? [] : before.said
  const isSaid = (line: string) => said.includes(markOf(line))
  const isNewFact = lines.some((line, at) => sources[at]?.length && !questions.has(line) && !isSaid(line))
  const isRepeated = lines.length > 0 && lines.every(isSaid)
  state.saidAt = tools.now
  state.said = [...new Set([...said, ...lines.map(markOf)])].slice(-MOST_KEPT)
  if (draft.handOver || (isNewFact && !draft.isNoHelp)) {
    state.unhelped = 0
    return
  }
  if (!isRepeated && !draft.isNoHelp) return
  state.unhelped++
  if (state.unhelped >= CALLED) callPerson(draft)
  else if (state.unhelped === OFFERED) offerPerson(draft, isRepeated)
}

/** What marks a sentence as said before. */
function markOf(line: string): string {
  return createHash('sha256').update(line).digest('base64url').slice(0, 8)
}

/** Offers a person; `yes` accepts. The question that is open stays open. */
export function offerPerson(draft: Draft, isRepeated = false): void {
  const { state, speech, message } = draft
  if (isRepeated && !draft.offer?.isOffered) {
    const isKnown = draft.facts.length > 0
    clear(draft)
    say(draft, isKnown ? speech.says.nothingNewer : speech.says.noFurther)
  }
  say(draft, speech.says.passOn)
  const command = { name: 'human', text: message, earlier: message, kind: null, choice: null }
  if (state.pending) state.pending = { ...state.pending, orPerson: command }
  else state.pending = { about: 'person', command, question: speech.says.passOn, choices: [] }
  state.unhelped = Math.max(state.unhelped, OFFERED)
}

function callPerson(draft: Draft): void {
  if (!draft.offer?.isOffered) clear(draft)
  draft.state.pending = null
  draft.state.unhelped = 0
  handOver(draft, {
    reason: 'unclear',
    priority: 'normal',
    summary: sentenceOf('Was not helped by three answers in a row', draft.message),
  })
}

function clear(draft: Draft): void {
  draft.lines = []
  draft.sources = []
  draft.facts = []
  draft.cards = []
}
