import type { ClaimWords } from '../../model/verify/claim-words.ts'

/** What sentences may claim in French. */
export const claims: ClaimWords = {
  negation: "\\bn[e‘’']|\\b(?:pas|jamais|aucune?|rien|sans|ni)\\b",
  joints: 'et|mais|car|donc|parce que|cependant',
  numbers: 'deux trois quatre cinq six sept huit neuf dix onze douze',
  concepts: {
    delivered: 'livree?s?\\b|arrivee?s?\\b|\\brecue?s?\\b|remise?s? a|receptionne|parvenue?s?\\b|depose',
    shipped: 'expedie|envoye|parti[es]?\\b',
    on_its_way: 'en route|en chemin|en transit|en cours (?:de livraison|d.acheminement)',
    preparing: 'prepar|trait(?:ee?s?|ement)\\b|emballe',
    cancelled: 'annul',
    refunded: 'rembours|credite',
    returned: 'retour|renvo(?:ye|yer)',
    lost: 'perdu|egare|disparu',
    late: 'retard',
    problem: 'probleme|endommage|incident|bloque',
    available: 'disponible|en stock|commander',
    sold_out: 'epuise|rupture|indisponible',
    few: 'quelques|plus que|bientot epuise|derniere?s (?:piece|exemplaire)',
    approved: 'approuv|accepte|valide|confirmee?\\b',
    rejected: 'refus|rejet|declin',
    over: 'expire|depasse|termine|trop tard',
    paid: '\\bpaye|debite|preleve|facture',
    promise: 'garanti|promet|promis|certain|assure|sans faute',
    gift: 'remise\\b|reduction|bon d.achat|dedommag|gratuit|cadeau|offert|geste commercial',
    replaced: 'remplac|renvoyer|nouvel envoi|reserv|echang',
    changed: 'modifi|chang|corrig|mis(?:e)? a jour|rediri',
    handed_over: 'equipe|collegue|conseill|transmet|transmis|transfer|quelqu.un|responsable',
    contact:
      '(?:vais|allons|va) .{0,30}(?:appel|contact|ecri|inform|verifi|envoy|faire|occup)|vous (?:appel|contact|ecri|inform|tiendr|recontact)\\w*(?:ons|erons|ai|rai)\\b|je m.en occupe|tiens au courant|sous (?:peu|\\w+ heures)',
    deed: '\\b(?:j.ai|nous avons|on a)\\b .{0,40}\\w+(?:e|i|u|is|it)e?s?\\b',
  },
}
