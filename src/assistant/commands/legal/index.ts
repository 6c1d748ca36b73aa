import { aboutOf } from '../../answers/hand-over-words.ts'
import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'

/** Lawyers, authorities, legal threats. */
export const legal: CommandKind = {
  name: 'legal',
  label: {
    en: 'A legal matter, or my data',
    de: 'Rechtliches oder meine Daten',
    fr: 'Une question juridique ou mes données',
    es: 'Un asunto legal o mis datos',
  },
  rules: ['10 legal', '10 delete_data'],
  answer: byPeople({ wish: (order) => `Speaks of a lawyer or a court${aboutOf(order)}`, isUrgent: true }),
  meaning: 'lawyers, authorities, legal threats',
  includes: ['complaint', 'human'],
  isForPeople: true,
}
