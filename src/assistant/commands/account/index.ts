import { byPeople } from '../../answers/people.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** Sign-in, password, own data. */
export const account: CommandKind = {
  name: 'account',
  label: {
    en: 'My account',
    de: 'Mein Konto',
    fr: 'Mon compte',
    es: 'Mi cuenta',
  },
  rules: [
    '9.5 account stuck',
    '10 login_problem',
    '10 password',
    '10 email|account change|delete|create|confirm !order !refund',
    '10 newsletter',
    '10 not~receive confirm_mail',
  ],
  words,
  answer: byPeople({ isOnPages: true, wish: () => 'Needs help with an account' }),
  meaning: 'sign-in, password, own data',
  isForPeople: true,
}
