import type { Rules } from './notation.ts'

/** What is for people, and everything around a question: greetings, short answers, other subjects. */
export const peopleRules: Rules = {
  human: [
    '9.5 talk person|someone|agent|service|manager',
    '9.5 person|agent short !nothing|receive|come|delivered|here|who|back',
    '9.5 real person',
    '9.5 phone',
    '9.5 not_bot',
    '9.5 manager !come',
    '9.5 callback',
    '9 agent please|want',
    '9 exists real|person people',
    '8.7 broken discount|website|brand|pay|link',
  ],
  complaint: ['8 complaint', '7.5 insult', '9 never_again', '7.5 angry', '7.5 fed_up !wait'],
  legal: ['10 legal', '10 delete_data'],
  fraud: [
    '10 fraud',
    '10 twice charged|paid',
    '10 someone card|account',
    '10 not_me bought|paid',
    '9.5 charged unknown_charge',
  ],
  account: [
    '9.5 account stuck',
    '10 login_problem',
    '10 password',
    '10 email|account change|delete|create|confirm !order !refund',
    '10 newsletter',
    '10 not~receive confirm_mail',
  ],
  invoice: ['9.7 invoice !paymethod|brand'],
  yes: ['6 yes short !thank !bye !greet'],
  no: ['6 no short !bye', '6.6 neither'],
  choose: ['6.5 pick short'],
  greeting: ['5 greet'],
  thanks: ['5.5 thank', '5.5 praise alone'],
  bye: ['5.4 bye'],
  out_of_scope: ['6 off', '9.9 ignore_instructions', '5 unknown where|who|what|how|when|why !@shop !greet'],
  unclear: ['3 help', '3 empty'],
}
