import { answerFromPage } from '../../answers/pages.ts'
import { leavePicture, pictureOfWhat } from '../../answers/pictured.ts'
import { ask, type Draft, sayNoHelp } from '../../draft.ts'
import type { Command, CommandName } from '../command.ts'
import type { CommandKind } from '../kind.ts'

/** What was not understood. */
export const unclear: CommandKind = {
  name: 'unclear',
  rules: ['3 help', '3 empty'],
  answer: answerUnclear,
  meaning: 'the wish is not clear',
}

/** A help page may be about it, or people look at the picture that came with it. Else what is open is asked again, or what it is about. */
async function answerUnclear(draft: Draft, command: Command): Promise<void> {
  if (await answerFromPage(draft, command, { isSure: true })) return
  const { speech, state, open } = draft
  const { says } = speech
  if (!command.among && leavePicture(draft)) return
  if (open?.about === 'proof') {
    sayNoHelp(draft, open.question)
    draft.questions.add(open.question)
    return
  }
  const isFirst = state.unhelped === 0
  const question = draft.picture === 'now' ? pictureOfWhat(says) : isFirst ? says.unclear : says.unclearAgain
  if (command.among) {
    askAmong(draft, command, { names: command.among, question })
    return
  }
  sayNoHelp(draft, question)
  const { human: _, ...topics } = says.topics
  draft.choices = Object.values(topics).map((label) => ({ label, text: label }))
}

/** Asks which of several requests is meant. The answer is about the message that was not clear. */
function askAmong(
  draft: Draft,
  command: Command,
  { names, question }: { names: CommandName[]; question: string },
): void {
  const { among: _, ...rest } = command
  const choices = names.map((name) => draft.speech.labelOf(name)).map((label) => ({ label, text: label }))
  draft.isNoHelp = true
  ask(draft, 'meaning', rest, question, choices)
  if (draft.state.pending) draft.state.pending.names = names
}
