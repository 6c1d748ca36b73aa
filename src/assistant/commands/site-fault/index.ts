import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** A fault of the shop's pages. */
export const siteFault: CommandKind = {
  name: 'site_fault',
  label: {
    en: 'Something on the website does not work',
    de: 'Etwas auf der Website geht nicht',
    fr: 'Un problème sur le site',
    es: 'Algo de la web no funciona',
  },
  rules: [
    '9.5 error_word website|screen_word !pay|paid|@thing',
    '9.4 website broken|stuck|not !pay|order|newsletter',
    '9.2 screen_word broken|not !pay|order|parcel|receive|arrive|delivered|track|tracknumber',
    '8.8 error_word short !pay|paid|brand|address|street|typo|order|parcel',
  ],
  words,
  answer: byPeople({ wish: () => 'Reports a fault of the website' }),
  meaning: 'the website or app does not work',
  isForPeople: true,
}
