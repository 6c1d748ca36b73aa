import type { WordingWords } from '../../model/verify/wording-words.ts'

/** What a model may say in Italian. An apostrophe separates words. */
export const wording: WordingWords = {
  plain:
    'e|il|lo|la|i|gli|le|l|un|una|uno|del|della|dell|dei|di|d|al|alla|all|questo|questa|il suo|suo|sua|suoi|sue|tuo|tua|tuoi|nostro|nostra|nostri|per lei|per te|ho|abbiamo|hai|ha|sono|stato|stata|gia|ancora|adesso|ora|attualmente|in questo momento|al momento|per il momento|anche|che|con|per|in|da dhl|da|vedo che|si|esso|essa|ci|ne|nel|nella|tutto|finora',
  verbs: 'e|sono|ho|abbiamo|hai|ha|stato|stata',
  negations: 'non|mai|nessun|nessuna|nessuno|niente|nulla|senza',
  alongside: '',
  courtesies:
    'buongiorno|buonasera|ciao|salve|gentile #|buone notizie|buona notizia|grazie|grazie mille|molte grazie|grazie per il messaggio|grazie per il tuo messaggio|grazie per il suo messaggio|grazie per la domanda|grazie per la pazienza|certo|certamente|volentieri|con piacere|ecco la situazione|ecco lo stato|buona giornata|cordiali saluti|un saluto|va bene|capisco',
  regret: 'purtroppo|sfortunatamente',
  shared: 'c',
  asking: 'puo|posso|quale|quando|dove',
  meanings: {
    order: 'ordine|ordini',
    parcel: 'pacco|spedizione',
    carrier: 'corriere',
    refund: 'rimborso',
    shop: 'negozio',
    team: 'team',
    delivery: 'consegna',
    days: 'giorni',
    part: 'una parte|parte|parzialmente|in parte',
    received: 'ricevuto|e stato ricevuto|stato ricevuto',
    waiting_processing: 'in attesa di essere elaborato|attende di essere elaborato|in attesa di elaborazione',
    preparing:
      'in preparazione|in fase di preparazione|in corso di preparazione|preparando|stiamo preparando|viene preparato',
    shipped: 'spedito|stato…spedito|e stato spedito|inviato|stato…inviato',
    delivered: 'consegnato|stato…consegnato|e stato consegnato',
    cancelled: 'annullato|stato…annullato|cancellato|stato…cancellato',
    refunded: 'rimborsato|stato…rimborsato|rimborsati|stati…rimborsati|sono stati rimborsati|e stato rimborsato',
    returned: 'restituito|stato…restituito|reso',
    packed: 'pronto|imballato',
    pickup: 'attende il corriere|in attesa del corriere|attende il ritiro del corriere|in attesa di ritiro',
    on_its_way: 'in viaggio|in transito|in arrivo|per strada',
    back_to_shop: 'sta tornando al negozio|torna al negozio|di ritorno al negozio',
    out_for_delivery: 'in consegna',
    delayed: 'in ritardo',
    lost: 'risulta smarrito|smarrito|dichiarato smarrito',
    expected:
      'previsto|prevista|e previsto|e prevista|atteso|consegna prevista|dovrebbe arrivare|arrivo previsto|la consegna e prevista',
    between: 'tra|fra|tra il|fra il',
    tracking: 'numero di tracciamento|numero di tracking|codice di tracciamento|numero di spedizione|c e',
    total: 'totale|il totale|ammonta a|importo totale|in totale',
    available: 'disponibile|!esaurito|!non disponibile',
    price: 'costa|prezzo',
    as_of: 'aggiornato al|situazione al|al',
    making: 'in corso|in elaborazione',
    accepted: 'accettato|stato…accettato',
    made: 'effettuato|stato…effettuato|completato|stato…completato',
    approved: 'approvato|stato…approvato',
    hand_over:
      'passo la conversazione al nostro team|la passo al nostro team|ti passo al nostro team|passo al nostro team',
    answer_here:
      'rispondera qui|che rispondera qui|le rispondera qui|ti rispondera qui|qualcuno rispondera qui|qualcuno le rispondera qui|qualcuno ti rispondera qui',
  },
}
