import type { Draft } from '../draft.ts'
import type { Command, CommandName } from './command.ts'

/** The words of concepts, by language and concept, as lexicons have them. */
export type WordsByLanguage = Record<string, Record<string, string>>

/** A kind of command: how it is understood, and how it is answered. */
export interface CommandKind {
  name: CommandName
  /** What a button says that asks for it, by language. Without it, customers are never asked whether they mean it. */
  label?: Record<string, string> & { en: string }
  /** Which concepts together mean it, best rule first; `concept-groups.ts` describes how they are written. */
  rules: string[]
  /** The words of concepts that only its rules name. */
  words?: WordsByLanguage
  /** Answers it from the data of the workspace, or leaves it to people. */
  answer(draft: Draft, command: Command): void | Promise<void>
  /** What a model reads about it, if its name does not say it. */
  meaning?: string
  /** Commands that are part of it: beside it in one message they are not answered. */
  includes?: CommandName[]
  /** Whether people have to answer it: the assistant has no such action. */
  isForPeople?: true
  /** Whether it is only answered if the message has nothing else. */
  isCourtesy?: true
  /** Whether it is answered from facts alone, also while the customer waits for people. */
  isSimple?: true
  /** Whether a message about other subjects never means it, whatever its rule weighs. */
  isOnlyHere?: true
}
