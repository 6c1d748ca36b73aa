import type { LanguagePack } from '../language.ts'
import { claims } from './claims.ts'
import { wording } from './wording.ts'

/** Italian. */
export const it: LanguagePack = {
  recognized: {
    words: `il lo gli della dello degli mio mia miei dove dov quando arriva ordine pacco vorrei voglio sono ho hai non posso potete avete
    restituire rimborso rimborsato spedizione consegna ricevuto ancora buongiorno ciao grazie per con una uno che perche come tazza taglia
    parlare persona pero sciarpa spedito soldi indietro questo questa`,
    handedOver: 'Non posso rispondere in italiano: passo la conversazione al nostro team, che risponderà qui.',
  },
  claims,
  wording,
}
