import type { LanguagePack } from '../language.ts'
import { claims } from './claims.ts'
import { wording } from './wording.ts'

/** Dutch. */
export const nl: LanguagePack = {
  recognized: {
    words: `het een mijn waar wanneer bestelling pakket ik wil heb hebben jullie niet nog graag terugsturen terug geld kan met ontvangen
    goedemorgen hallo bedankt dank levering verzonden maat kleur vraag over hoe werkt dat is zijn welke kosten verzenden medewerker`,
    handedOver: 'Ik kan niet in het Nederlands antwoorden: ik geef het gesprek door aan ons team, dat hier antwoordt.',
  },
  claims,
  wording,
}
