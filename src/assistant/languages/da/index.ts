import type { LanguagePack } from '../language.ts'
import { claims } from './claims.ts'
import { wording } from './wording.ts'

/** Danish. */
export const da: LanguagePack = {
  recognized: {
    words: `pakken forventes vej sendt hvor er min mit ordre hvornar kommer pakke jeg vil gerne ikke modtaget tak penge tilbage returnere med har i kan
    og at af pa dit dine fra endnu bliver nu den det der til`,
    handedOver: 'Jeg kan ikke svare på dansk: jeg giver samtalen videre til vores team, som svarer her.',
  },
  claims,
  wording,
}
