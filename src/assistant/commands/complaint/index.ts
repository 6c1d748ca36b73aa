import { aboutOf } from '../../answers/hand-over-words.ts'
import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'

/** A complaint. */
export const complaint: CommandKind = {
  name: 'complaint',
  label: {
    en: 'A complaint',
    de: 'Eine Beschwerde',
    fr: 'Une réclamation',
    es: 'Una queja',
  },
  rules: ['8 complaint', '7.5 insult', '9 never_again', '7.5 angry', '7.5 fed_up !wait'],
  answer: byPeople({ wish: (order) => `Complains${aboutOf(order)}`, isUrgent: true, isSorry: true }),
  isForPeople: true,
  meaning: 'complains',
}
