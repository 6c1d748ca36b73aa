import type { WordingWords } from '../../model/verify/wording-words.ts'

/** What a model may say in French. An apostrophe separates words: `n’est` is `n est`. */
export const wording: WordingWords = {
  plain:
    'le|la|les|l|un|une|des|du|de|d|ce|cet|cette|ces|c|il|elle|ils|elles|votre|vos|vous|notre|nos|nous|je|j|ai|est|sont|a|ont|en|y|au|aux|avec|pour|par le transporteur|sur|dans|a ce jour|encore|deja|actuellement|maintenant|aussi|egalement|en ce moment|pour le moment|pour l instant|qui|que|qu|je vois que|avons|ici meme|s|se|son|sa|ses|leur|lui|a present|a l heure actuelle',
  verbs: 'est|sont|a|ont|ai|avons',
  negations: 'pas|jamais|sans|rien|aucun|aucune|ni|personne',
  alongside: 'ne|n',
  courtesies:
    'je vois|bonjour|bonsoir|salut|cher #|chere #|bonne nouvelle|bonnes nouvelles|merci|merci beaucoup|merci pour votre message|merci de votre message|merci pour votre question|merci pour votre patience|merci de votre patience|bien sur|avec plaisir|volontiers|je vous aide volontiers|voici la situation|voici ou en est votre commande|voici les informations|voici ce que je vois|voici ce que je trouve|bonne question|entendu|bonne journee|tres bonne journee|je vous souhaite une bonne journee|cordialement|bien cordialement|d accord|parfait|je comprends',
  regret: 'malheureusement|helas',
  shared:
    'y a|il y a|ici|peux|moi meme|existe|reste|a|mais|trouve|autre|nouveau|un autre|offrir|proposer|rembourser|a ce sujet|annuler|modifier|changer|echanger|page|voir|montant|n existe|signale|demande|conversation|retours|les retours|limite|de delai|en savoir plus|pour en savoir plus|un probleme|vois|enregistre|avant cela|repondrons|n existe pas',
  asking: 'est|sont|a|avez|ont|dois|puis|quel|quelle',
  meanings: {
    order: 'commande|commandes|la commande|votre commande',
    parcel: 'premier colis|deuxieme colis|second colis|le premier|le deuxieme|le second|colis|paquet',
    carrier: 'transporteur|livreur',
    refund: 'remboursement|remboursements',
    shop: 'boutique|magasin',
    items: 'articles|article',
    status: 'etat|statut|son etat|son statut',
    team: 'equipe|notre equipe',
    offer: 'offre|l offre',
    return_period: 'delai de retour|delai pour le retour|periode de retour',
    yes: '=oui',
    no: '=non',
    delivery: 'livraison',
    days: 'jours|jour',
    follow:
      'suivez le ici|suivre ici|vous pouvez le suivre ici|vous pouvez la suivre ici|vous pouvez suivre le colis ici|vous pouvez suivre votre colis ici|vous pouvez suivre votre commande ici|suivi ici|vous pouvez suivre son trajet ici',
    confirm:
      'veuillez le confirmer avec le bouton|merci de le confirmer avec le bouton|veuillez confirmer avec le bouton|veuillez confirmer le remboursement avec le bouton|vous pouvez le confirmer avec le bouton|veuillez confirmer ce remboursement avec le bouton',
    ask_contact:
      'si vous voulez|si vous le souhaitez|si vous souhaitez|ecrivez ici votre adresse email|ecrivez votre adresse email ici|indiquez ici votre adresse email|vous pouvez ecrire ici votre adresse email|pour que nous puissions aussi y repondre|afin que nous puissions aussi y repondre|nous pourrons aussi y repondre|pour que nous puissions y repondre aussi',
    sign_in:
      'pour en savoir plus sur cette commande|pour en savoir plus sur votre commande|veuillez vous connecter a la boutique|connectez vous a la boutique|merci de vous connecter a la boutique|pour en savoir plus',
    part: 'une partie|en partie|partiellement',
    few: 'il en reste peu|il n en reste que peu|il n en reste que quelques uns|il n en reste que quelques unes|n en reste que peu|seulement quelques uns|n en reste que quelques uns|n en reste que quelques unes|il en reste seulement quelques uns',
    fewer: 'moins de',
    within: 'dans les|sous|pendant les',
    until: 'jusqu au|jusqu|avant le|au plus tard le',
    one_version: 'qu en une version|en une seule version|qu en une seule version|dans une seule version',
    automatic: 'automatique|automatiquement',
    earlier_refund: 'anterieur|precedent',
    received:
      'recue|a ete recue|bien recue|bien ete recue|avons bien recu|avons recu|nous avons bien recu|a bien ete recue',
    waiting_processing:
      'attend d etre traitee|en attente de traitement|attend son traitement|attend le traitement|attend encore d etre traitee',
    preparing:
      'en preparation|en cours de preparation|en train d etre preparee|preparons|nous preparons|se prepare|prepare|est preparee',
    shipped:
      'quitte notre entrepot|quitte l entrepot|ete…expediee|expediee|a ete expediee|ete expediee|envoyee|ete envoyee|a ete envoyee|expedie|ete expedie|est partie|a quitte notre entrepot',
    delivered:
      'livre|livree|ete livre|ete livree|a ete livre|a ete livree|a bien ete livree|a bien ete livre|bien ete livree|bien ete livre|la livraison a eu lieu|arrive|arrivee',
    cancelled: 'annulee|ete annulee|a ete annulee|annule|ete annule|a ete annule|a bien ete annulee|bien ete annulee',
    refunded:
      'remboursee|ete remboursee|a ete remboursee|rembourses|ete rembourses|ont ete rembourses|en ont ete rembourses|remboursement a ete fait|rembourse|a deja ete remboursee|ont deja ete rembourses|ete rembourse|bien ete remboursee',
    returned: 'retournee|ete retournee|a ete retournee|renvoyee|ete renvoyee|a ete renvoyee',
    information:
      'information|informations|d information|d informations|information a ce sujet|informations a ce sujet|a ce sujet|mais|trouve|dispose d information|dispose d informations',
    packed: 'pret|prete|emballe',
    pickup:
      'attend le transporteur|attend d etre pris en charge par le transporteur|en attente du transporteur|attend que le transporteur le prenne en charge|attend maintenant le transporteur|attend son transporteur|attend d etre recupere par le transporteur',
    on_its_way: 'en route|en chemin|en cours d acheminement|en transit|en route vers vous',
    back_to_shop:
      'revient a la boutique|retourne a la boutique|est en train de revenir a la boutique|revient vers la boutique|de retour vers la boutique',
    out_for_delivery: 'en cours de livraison|en tournee de livraison',
    delayed:
      'jours de retard|un jour de retard|de retard|en retard|a du retard|retarde|retardee|pris du retard|a pris du retard|subit un retard',
    problem:
      'signale un probleme|a signale un probleme|signale un probleme avec|a signale un probleme avec|un probleme|signale',
    lost: 'declare perdu|a ete declare perdu|ete declare perdu|est declare perdu|signale comme perdu|signale perdu|ete signale perdu',
    expected:
      'aurait du arriver|attendu|attendue|est attendu|est attendue|devrait arriver|devrait etre livre|livraison prevue|prevue|prevu|arrivee prevue|livraison est prevue|vous devriez le recevoir|arrivee est prevue|est prevu|est prevue|devrait vous parvenir|livraison est attendue|attendu pour|attendue pour',
    between: 'entre',
    news: 'derniere nouvelle|la derniere nouvelle|dernieres nouvelles|derniere information|dernier evenement|derniere mise a jour|dernier statut',
    tracking: 'il y a|y a|a|numero de suivi|le numero de suivi|code de suivi',
    as_of:
      'situation au|situation|voici la situation au|etat au|informations au|ces informations datent du|cette information date du|date du',
    contains: 'contient|comprend|se compose de|comporte|inclut',
    know: 'connais|sais|sait|je ne connais pas|on ne sait pas|connu|connue|connait',
    total: 'total|le total|s eleve a|montant total|au total|montant|prix total|est d un montant de',
    available: 'disponible|en stock|!indisponible|!epuise|!en rupture de stock|reste disponible|avons…en stock',
    stock_open: 'sais…si…est en stock|si…en stock|si…disponible|si…est en stock|si…est disponible|sais pas si…en stock',
    can_order:
      'peut etre commande|peut etre commandee|vous pouvez le commander|vous pouvez la commander|peut toutefois etre commande|peut toutefois etre commandee|peut quand meme etre commande|peut encore etre commande|il est possible de le commander|vous pouvez quand meme le commander|vous pouvez toutefois le commander',
    back: 'attendu de nouveau|attendue de nouveau|de nouveau attendu|de nouveau attendue|de retour|de nouveau disponible|devrait etre de retour|de nouveau en stock|devrait etre de nouveau disponible|a nouveau disponible|devrait revenir|retour prevu|le retour de…est prevu|devrait etre a nouveau disponible',
    when_back:
      'quand…reviendra|quand…sera de retour|quand…sera de nouveau disponible|quand…sera a nouveau disponible|ne sait pas quand…reviendra',
    offered:
      'existe…en|existe pas en|existe en|n existe pas en|n existe pas|existe|propose|proposee|proposons|n est pas propose en',
    exists:
      'y a|il y a|il existe|nous avons|au choix|vous avez le choix entre|sont disponibles|vous pouvez choisir entre|existent',
    price: 'coute|prix|le prix|le prix est de|coutait|prix est de|le prix de|est a|au prix de|coute actuellement',
    before:
      'c etait|avant|auparavant|precedemment|contre…auparavant|il coutait…avant|elle coutait…avant|coutait…avant|le prix etait de|etait de|avant cela|au lieu de',
    comes_in: 'existe en|est propose en|se decline en|est proposee en|se decline|decline',
    know_more: 'connais…que le nom|ne connais…que le nom|que le nom|connais de|!seulement le nom',
    offer_refund:
      'offrir un autre remboursement|offrir de remboursement|offrir de remboursement ici|n offre pas de remboursement|offre…remboursement|proposer un autre remboursement|proposer de remboursement|propose…remboursement|peux…offrir|peux…proposer|peux pas proposer|peux|offrir|proposer|ici|un autre|nouveau|autre',
    over: 'passe|est passe|depasse|expire|termine|est depasse|est expire|est terminee|terminee|ecoule|est ecoule',
    open_refund:
      'deja en cours|en cours|un remboursement est deja en cours|remboursement est deja en cours|est deja ouvert|deja ouvert|il y a deja un remboursement en cours',
    checked: 'en verification|en cours de verification|est en train d etre verifie|en cours d examen|verifie',
    left_to_refund:
      'reste…a rembourser|a rembourser|ne reste rien a rembourser|reste|rembourser|qui puisse etre rembourse',
    find_amount:
      'connaitre le montant|determiner le montant|trouver le montant|peux…connaitre le montant|peux…determiner le montant|calculer le montant|montant',
    wait_you:
      'vous attend|attend votre confirmation|attend que vous le confirmiez|est en attente de votre confirmation',
    approval:
      'attend notre accord|en attente de notre accord|attend notre approbation|en attente de notre approbation|attend encore notre accord|en attente d approbation|attend d etre approuve',
    making: 'en cours|est en cours|en cours de traitement|en cours d execution|est en train d etre effectue',
    accepted: 'accepte|est accepte|ete accepte|a ete accepte|approuve',
    made: 'effectue|a ete effectue|ete effectue|abouti|a abouti|n a pas abouti|pu etre effectue|ete fait|a ete fait|bien ete effectue|a bien ete effectue|pu aboutir|ete realise|a ete realise|est termine|pu etre realise',
    looks_into:
      's en occupe|en occupe|s en charge|s occupe de cela|examine la situation|regarde cela|s en occupe deja|s occupe',
    wanted: 'n avez pas voulu|avez…voulu|voulu|souhaite|avez…souhaite|vouliez|desire|vous n avez pas voulu',
    approved: 'ete accepte|accepte|approuve|ete approuve|accorde|ete accorde',
    expired:
      'a expire|expire|rembourser|de rembourser|de vous rembourser|n est plus valable|valable|de remboursement de',
    has_refund: 'y a|il y a|existe|trouve|vois|n existe|il n y a|a|trouve aucun remboursement|enregistre',
    can_return:
      'vous pouvez retourner votre commande|vous pouvez retourner|pouvez retourner|peut etre retournee|vous pouvez la retourner|vous pouvez renvoyer votre commande|vous pouvez renvoyer|vous pouvez la renvoyer|un retour est possible|le retour est possible|peut etre renvoyee|retours sont possibles|vous avez…pour retourner votre commande|vous avez…pour la retourner|vous pouvez encore la retourner|peut encore etre retournee',
    after_delivery:
      'apres la livraison|apres sa livraison|suivant la livraison|a compter de la livraison|apres livraison|apres reception|a partir de la livraison|qui suivent la livraison',
    time_limit:
      'y a|delai|delai pour les retours|delai pour retourner|il y a|de delai|limite|limite de temps|retours|les retours|de date limite|date limite',
    more: 'en savoir plus|pour en savoir plus|plus d informations|vous en saurez plus ici|plus d informations ici|plus de details|ici|voir',
    other_language: 'dans une autre langue|page a ce sujet|notre page a ce sujet|page|sur ce sujet|a ce sujet',
    cancel_self:
      'annuler de commande|annuler de commandes|annuler la commande|annuler votre commande|peux…annuler|moi meme|peux|annuler',
    change_self:
      'modifier de commande|modifier la commande|modifier votre commande|peux…modifier|moi meme|peux|modifier',
    address_self:
      'changer d adresse|changer l adresse|changer votre adresse|moi meme|peux|modifier l adresse|changer|modifier',
    exchange_self:
      'echanger d article|echanger l article|echanger votre article|moi meme|peux|echanger|faire d echange',
    sorry:
      'j en suis desole|suis desole|je suis desole|desole|vraiment desole|je suis vraiment desole|j en suis vraiment desole|nous sommes desoles|nous en sommes desoles|toutes mes excuses|sommes desoles|je regrette',
    hand_over:
      'je vous passe notre equipe|passe…notre equipe|transmets…a notre equipe|je transmets…a notre equipe|vous mets en relation avec notre equipe|je vous mets en relation avec notre equipe|je passe…a notre equipe|vous passe notre equipe|je vous transfere a notre equipe|conversation|demande|passe la main a notre equipe|je passe la main a notre equipe|transfere…a notre equipe',
    answer_here:
      'repondra ici|elle repondra ici|elle vous repondra ici|vous repondra ici|quelqu un vous repondra ici|quelqu un repondra ici|vous aurez une reponse ici|vous recevrez une reponse ici|vous recevrez la reponse ici|vous repondra|la reponse arrivera ici',
    back_on: 'de retour le|de retour|sera de retour le|est de retour le|sera de retour|reviendra le|sera la le',
    reply_to: 'repondrons aussi a|nous repondrons aussi a|repondrons egalement a|repondrons',
  },
}
