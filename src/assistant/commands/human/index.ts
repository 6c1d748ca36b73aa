import { aboutOf } from '../../answers/hand-over-words.ts'
import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** The customer wants to talk to a person. */
export const human: CommandKind = {
  name: 'human',
  rules: [
    '9.5 talk person|someone|agent|service|manager',
    '9.5 person|agent short !other !nothing|receive|come|delivered|here|who',
    '9.5 real person',
    '9.5 phone',
    '9.5 not_bot',
    '9.5 manager !come',
    '9.5 callback',
    '9 agent please|want',
    '9 exists real|person people',
    '8.7 broken link',
  ],
  words,
  answer: byPeople({ wish: (order) => `Asks for a person${aboutOf(order)}` }),
  meaning: 'wants to talk to a person',
  includes: ['complaint'],
  isForPeople: true,
}
