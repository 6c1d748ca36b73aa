import type { LanguagePack } from '../language.ts'
import { claims } from './claims.ts'
import { wording } from './wording.ts'

/** Swedish. */
export const sv: LanguagePack = {
  recognized: {
    words: `aterbetalats totalt kostar skickats var ar min mitt bestallning nar kommer paket fram jag vill prata med en inte fatt tack pengar tillbaka returnera har ni kan hur
    och att av pa ditt din dina fran annu den det som nu till`,
    handedOver: 'Jag kan inte svara på svenska: jag lämnar över samtalet till vårt team, som svarar här.',
  },
  claims,
  wording,
}
