import { aboutOf } from '../../answers/hand-over-words.ts'
import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** The customer takes back or changes an earlier request. */
export const undo: CommandKind = {
  name: 'undo',
  label: {
    en: 'Take back an earlier request',
    de: 'Etwas zurücknehmen',
    fr: 'Revenir sur une demande',
    es: 'Retirar una petición',
  },
  rules: ['9.9 undo_word !refund|moneyback'],
  words,
  answer: byPeople({ wish: (order) => `Takes back an earlier request${aboutOf(order)}` }),
  meaning: 'takes back an earlier request',
  isForPeople: true,
}
