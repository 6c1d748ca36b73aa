import { answerFromPage } from '../../answers/pages.ts'
import { leavePicture } from '../../answers/pictured.ts'
import { say } from '../../draft.ts'
import type { CommandKind } from '../kind.ts'

/** Nothing to do with the shop, unless a help page is about it. */
export const outOfScope: CommandKind = {
  name: 'out_of_scope',
  rules: ['6 off', '6 other_shop', '9.9 ignore_instructions', '5 unknown where|who|what|how|when|why !@shop !greet'],
  answer: async (draft, command) => {
    if (await answerFromPage(draft, command, { isSure: true })) return
    if (!leavePicture(draft)) say(draft, draft.speech.says.outOfScope)
  },
  meaning: 'nothing to do with the shop',
}
