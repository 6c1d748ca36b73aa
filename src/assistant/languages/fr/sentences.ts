import type { Templates } from '../language.ts'

const cannot = (what: string) => (moment: string | null) =>
  `Je ne peux pas ${what} moi-même, donc je transmets à notre équipe, ${moment === null ? 'qui vous répondra ici' : `qui sera de retour ${moment}`}.`

/** What the assistant says in French. */
export const sentences: Templates = {
  greeting: (shop) =>
    `Bonjour !${shop === null ? '' : ` Bienvenue chez ${shop}.`} Je peux suivre vos commandes, dire ce qui est en stock et aider pour les retours. Que puis-je faire ?`,
  thanks: 'Avec plaisir ! Autre chose ?',
  allRight: 'Très bien. Que puis-je faire d’autre pour vous ?',
  bye: 'Au revoir et merci de votre visite.',
  outOfScope:
    'Je suis un assistant automatique et peux seulement aider pour cette boutique : commandes, livraison, produits, retours et remboursements.',
  unclear: 'Je n’ai pas compris. Est-ce à propos de l’un de ces sujets ?',
  unclearAgain: 'Désolé, je ne comprends toujours pas.',
  nothingNewer: 'Je n’en sais pas plus pour le moment.',
  noFurther: 'Désolé, je n’y arrive pas ainsi.',
  whichOfTheseMeanings: 'Que souhaitez-vous savoir ?',
  topics: { order_status: 'Ma commande', stock: 'Un produit', return_how: 'Retours', human: 'Parler à une personne' },
  signIn: 'Veuillez vous connecter à la boutique pour que je voie vos commandes.',
  askProof: {
    number_and_email: 'Veuillez indiquer le numéro de commande et l’adresse e-mail de la commande.',
    number_and_postcode: 'Veuillez indiquer le numéro de commande et le code postal de livraison.',
  },
  numberWhere: 'Le numéro de commande figure dans l’e-mail de confirmation de votre commande.',
  whichOfYours: 'Voici vos commandes, la plus récente en premier. De laquelle s’agit-il ?',
  askNumber: 'Veuillez aussi indiquer le numéro de commande.',
  askMatch: {
    number_and_email: 'Veuillez aussi indiquer l’adresse e-mail de la commande.',
    number_and_postcode: 'Veuillez aussi indiquer le code postal de livraison.',
  },
  guestMiss: {
    number_and_email:
      'Je ne trouve aucune commande avec ce numéro et cette adresse e-mail. Veuillez vérifier les deux.',
    number_and_postcode: 'Je ne trouve aucune commande avec ce numéro et ce code postal. Veuillez vérifier les deux.',
  },
  guestLimits: 'Pour en savoir plus sur cette commande, veuillez vous connecter à la boutique.',
  noSuchOrder: (number) => `Je ne trouve aucune commande ${number} à vous. Veuillez vérifier le numéro.`,
  noOrders: 'Je ne trouve aucune commande à vous.',
  whichOrder: 'De quelle commande s’agit-il ?',
  orderChoice: (number, date) => (date ? `${number} du ${date}` : number),
  order: {
    pending: (number) => `La commande ${number} a été reçue et attend d’être traitée.`,
    processing: (number) => `La commande ${number} est en préparation et n’est pas encore expédiée.`,
    partially_shipped: (number) => `Une partie de la commande ${number} a été expédiée.`,
    shipped: (number) => `La commande ${number} a été expédiée.`,
    delivered: (number) => `La commande ${number} a été livrée.`,
    cancelled: (number) => `La commande ${number} a été annulée.`,
    refunded: (number) => `La commande ${number} a été remboursée.`,
    returned: (number) => `La commande ${number} a été retournée.`,
    unknown: (number) => `Je trouve la commande ${number}, mais pas son état.`,
  },
  shipment: {
    label_created: (parcel, due) =>
      `${parcel} est prêt et ${due === null ? 'attend le transporteur' : `devrait arriver ${due}`}.`,
    in_transit: (parcel, due) => `${parcel} est en route${due === null ? '.' : ` et devrait arriver ${due}.`}`,
    out_for_delivery: (parcel, due) =>
      `${parcel} est en cours de livraison${due === null ? '.' : ` et devrait arriver ${due}.`}`,
    delivered: (parcel, at) => `${parcel} a été livré${at === null ? '.' : ` ${at}.`}`,
    delayed: (parcel, due) => `${parcel} est en retard${due === null ? '.' : ` et devrait arriver ${due}.`}`,
    exception: (parcel, due) =>
      `${parcel} : le transporteur signale un problème.${due === null ? '' : ` Il devrait arriver ${due}.`}`,
    lost: (parcel) => `${parcel} est déclaré perdu.`,
    returned_to_sender: (parcel) => `${parcel} revient à la boutique.`,
    unknown: (parcel, due) => (due === null ? '' : `${parcel} devrait arriver ${due}.`),
  },
  parcel: (carrier, position) =>
    `Le colis${position === null ? '' : ` ${position}`}${carrier ? ` avec ${carrier}` : ''}`,
  arrived: (number, date, carrier) =>
    `La commande ${number} a été livrée le ${date}${carrier === null ? '' : ` par ${carrier}`}.`,
  arrivedItem: (number, date, carrier, title) =>
    `Votre commande ${number} (${title}) a été livrée le ${date}${carrier === null ? '' : ` par ${carrier}`}.`,
  underway: {
    in_transit: (number, carrier, due) =>
      `La commande ${number} est en route${carrier === null ? '' : ` avec ${carrier}`}${due === null ? '.' : ` et devrait arriver ${due}.`}`,
    out_for_delivery: (number, carrier, due) =>
      `La commande ${number} est en cours de livraison${carrier === null ? '' : ` avec ${carrier}`}${due === null ? '.' : ` et devrait arriver ${due}.`}`,
  },
  onDay: (date) => `le ${date}`,
  betweenDays: (from, until) => `entre le ${from} et le ${until}`,
  overdue: (date, days) =>
    `Elle aurait dû arriver le ${date} : elle a ${days === 1 ? 'un jour' : `${days} jours`} de retard.`,
  andWord: ' et ',
  lastEvent: (date, what) => `Dernière nouvelle du ${date} : ${what}.`,
  trackingNumber: (number, url) => `Le numéro de suivi est ${number}.${url ? ` Suivre ici : ${url}` : ''}`,
  noTracking: (number) => `Il n’y a pas encore de numéro de suivi pour la commande ${number}.`,
  asOf: (date) => `Situation au ${date}.`,
  contents: (number, items) => `La commande ${number} contient : ${items}.`,
  noContents: (number) => `Je ne connais pas les articles de la commande ${number}.`,
  total: (number, amount) => `Le total de la commande ${number} est de ${amount}.`,
  refundedOf: (amount) => `${amount} en ont été remboursés.`,
  totalLess: (number, amount, refunded) =>
    `Le total de la commande ${number} est de ${amount}, et ${refunded} ont été remboursés.`,
  noTotal: (number) => `Je ne connais pas le total de la commande ${number}.`,
  stock: {
    available: (what) => `Oui, ${what} est disponible.`,
    low: (what) => `Oui, ${what} est disponible, mais il en reste peu.`,
    backorder: (what) => `${what} n’est pas en stock, mais peut être commandé.`,
    unknown: (what) => `Je ne sais pas si ${what} est en stock.`,
  },
  stockWord: {
    available: 'disponible',
    low: 'il en reste peu',
    backorder: 'peut être commandé, pas en stock',
    unavailable: 'pas disponible',
    unknown: 'inconnu',
  },
  notThatMany: (count, what) => `Il y a moins de ${count} ${what} en stock.`,
  fewerThan: (count) => `moins de ${count}`,
  stockFigure: (count) => `${count} en stock.`,
  heading: (title) => `${title} :`,
  restock: (what, date) => `${what} est attendu de nouveau le ${date}.`,
  soldOut: (what, date) =>
    date === null
      ? `Non, ${what} est épuisé, et on ne sait pas quand il sera de retour.`
      : `Non, ${what} est épuisé, mais attendu de nouveau le ${date}.`,
  restockUnknown: (what) => `On ne sait pas quand ${what} reviendra.`,
  noProduct: 'Je ne trouve pas ce produit dans la boutique.',
  inThisColor: (titles: string) => `Dans cette couleur, il y a : ${titles}`,
  whichProduct: 'De quel produit s’agit-il ?',
  whichVariant: (option) => `Quelle variante (${option}) ?`,
  notOffered: (title, value, values) => `${title} n’existe pas en ${value}. Il y a : ${values}.`,
  price: (what, amount) => `${what} coûte ${amount}.`,
  priceBefore: (what, amount, before) => `${what} coûte ${amount}, contre ${before} auparavant.`,
  prices: (title, from, to) => `${title} coûte de ${from} à ${to}.`,
  noPrice: (title) => `Je ne connais pas le prix de ${title}.`,
  options: (title, options) => `${title} existe en ${options}.`,
  itsOptions: (options) => `Il existe en ${options}.`,
  noOptions: (title) => `${title} n’existe qu’en une version.`,
  info: (title, description) => `${title} : ${description}`,
  noInfo: (title) => `Je ne connais de ${title} que le nom.`,
  offered: (number, amount, items) =>
    amount
      ? `Nous pouvons rembourser ${amount} pour la commande ${number}${items && ` : ${items}`}. Veuillez confirmer avec le bouton ; rien n’est remboursé avant.`
      : `Un remboursement de la commande ${number} est possible${items && ` : ${items}`}. Vous confirmeriez le montant avec un bouton.`,
  notDue: (due) =>
    due === null
      ? 'Tant que rien n’est arrivé, je ne peux pas proposer de remboursement.'
      : `Elle doit arriver au plus tard le ${due}. Avant cette date, je ne peux pas proposer de remboursement.`,
  passOn: 'Voulez-vous que je transmette votre demande à notre équipe ?',
  passItOn: 'Oui, transmettez',
  orLookFor: 'Si vous préférez que nous recherchions le colis, demandez à parler à une personne.',
  offerRefused: {
    already_refunded: (number) =>
      `La commande ${number} a déjà été remboursée : je ne peux pas offrir un autre remboursement.`,
    outside_period: (number) => `Le délai de retour de la commande ${number} est passé.`,
    not_due: (number) => `La commande ${number} n’est pas encore arrivée : je ne peux pas proposer de remboursement.`,
    refund_active: (number) => `Un remboursement est déjà en cours pour la commande ${number}.`,
    outcome_unknown: (number) => `Un remboursement antérieur de la commande ${number} est encore en vérification.`,
    nothing_to_refund: (number) => `Il ne reste rien à rembourser de la commande ${number}.`,
    refused: (number) => `Je ne peux pas proposer moi-même de remboursement pour la commande ${number}.`,
    no_amount: (number) => `Je ne peux pas connaître le montant pour la commande ${number} en ce moment.`,
    not_offered: (_) => 'Je ne peux pas offrir de remboursement ici.',
  },
  whichItem: 'De quel article s’agit-il ?',
  wholeOrder: 'Toute la commande',
  refund: {
    awaiting_customer: (amount) => `Un remboursement de ${amount} vous attend : veuillez le confirmer avec le bouton.`,
    awaiting_approval: (amount) => `Votre remboursement de ${amount} attend notre accord.`,
    executing: (amount) => `Votre remboursement de ${amount} est en cours.`,
    pending: (amount) => `Votre remboursement de ${amount} est accepté et en chemin.`,
    succeeded: (amount) => `Votre remboursement de ${amount} a été effectué.`,
    failed: (amount) => `Votre remboursement de ${amount} n’a pas abouti. Notre équipe s’en occupe.`,
    unknown: (amount) => `Nous vérifions encore si votre remboursement de ${amount} a été effectué.`,
    declined: (amount) => `Vous avez refusé le remboursement de ${amount}.`,
    rejected: (amount) => `Votre remboursement de ${amount} n’a pas été accepté.`,
    cancelled: (amount) => `Le remboursement de ${amount} a été annulé.`,
    expired: (amount) => `L’offre de rembourser ${amount} a expiré.`,
  },
  noRefund: (number) => `Il n’y a pas de remboursement pour la commande ${number}.`,
  returnDays: (days) => `Vous pouvez retourner votre commande dans les ${days} jours après la livraison.`,
  returnAnyTime: 'Il n’y a pas de délai pour les retours.',
  returnUntil: (number, date) => `La commande ${number} peut être retournée jusqu’au ${date}.`,
  whichPage: 'De laquelle de ces pages s’agit-il ?',
  pageSilent: (title, url) => `Notre page « ${title} » ne le précise pas.${url ? ` La voici : ${url}` : ''}`,
  noPolicy: 'Je n’ai pas d’information à ce sujet.',
  readMore: (title, url) => `En savoir plus : ${title}, ${url}`,
  inOtherLanguage: (title, url) => `Notre page à ce sujet est dans une autre langue : ${title}, ${url}`,
  cannot: {
    cancel_order: cannot('annuler de commande'),
    change_order: cannot('modifier de commande'),
    change_address: cannot('changer d’adresse'),
    exchange: cannot('échanger d’article'),
  },
  sorry: 'J’en suis désolé.',
  handOver: 'Je transmets à notre équipe, qui vous répondra ici.',
  handOverLater: (moment) => `Je transmets à notre équipe, qui sera de retour ${moment}.`,
  teamHasIt: (within) =>
    within === null
      ? 'Notre équipe a bien reçu votre message et vous répondra ici.'
      : `Notre équipe a bien reçu votre message et répond en général sous ${within}.`,
  teamHasItLater: (moment) => `Notre équipe a bien reçu votre message et sera de retour ${moment}.`,
  within: {
    minutes: 'quelques minutes',
    hours: (count) => (count === 1 ? 'une heure' : `${count} heures`),
    days: (count) => (count === 1 ? 'un jour' : `${count} jours`),
  },
  askContact: 'Si vous voulez, écrivez ici votre adresse e-mail, pour que nous puissions aussi y répondre.',
  pictureNoted: 'Merci pour l’image. Je ne peux pas regarder les images, mais notre équipe la voit ici.',
  pictureOfWhat: 'De quoi s’agit-il ?',
  askPicture: 'Pouvez-vous envoyer une photo ? Elle aide notre équipe, mais le remboursement n’en dépend pas.',
  contactNoted: (email) => `Merci. Nous répondrons aussi à ${email}.`,
  whoAnswers: (shop) =>
    `${shop === null ? 'Je suis l’assistant de la boutique.' : `Je suis l’assistant de ${shop}.`} Notre équipe connaît la conversation.`,
  typedYes: 'Veuillez utiliser le bouton : le remboursement n’est fait qu’après votre confirmation du montant.',
  nothingOpen: 'En quoi puis-je vous aider ?',
}
