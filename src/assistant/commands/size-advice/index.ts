import { findProducts } from '../../../tools/find-products.ts'
import { useTool } from '../../../tools/tool.ts'
import { answerFromPages } from '../../answers/policies.ts'
import type { Draft } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { answerInfo } from '../product-info/index.ts'
import { words } from './words.ts'

/** Which size to take. */
export const sizeAdvice: CommandKind = {
  name: 'size_advice',
  label: {
    en: 'Which size fits?',
    de: 'Welche Größe passt?',
    fr: 'Quelle taille choisir ?',
    es: '¿Qué talla elegir?',
  },
  rules: [
    '9.5 fit_question !giveback|refund|exchange',
    '9.4 which_size !bought|order|exchange|stock|available',
    '9 body_word size|size_word|sizes|which !exchange|order',
  ],
  words,
  answer: answerSize,
  meaning: 'which size to take, how something fits',
}

/** What the shop says of a product that is named, or its page about sizes. */
async function answerSize(draft: Draft, command: Command): Promise<void> {
  const [named] = await useTool(findProducts, draft.tools, { text: command.text })
  if (named || draft.state.productId !== null) await answerInfo(draft, command)
  else await answerFromPages(draft, command, [])
}
