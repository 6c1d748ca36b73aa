import type { Templates } from '../language.ts'

const cannot = (what: string) => (moment: string | null) =>
  `No puedo ${what} yo mismo, así que lo paso a nuestro equipo, ${moment === null ? 'que le responderá aquí' : `que vuelve ${moment}`}.`

/** What the assistant says in Spanish. */
export const sentences: Templates = {
  greeting: (shop) =>
    `¡Hola!${shop === null ? '' : ` Bienvenido a ${shop}.`} Puedo consultar sus pedidos, decir qué hay en stock y ayudar con devoluciones. ¿Qué puedo hacer?`,
  thanks: '¡De nada! ¿Algo más?',
  allRight: 'De acuerdo. ¿Qué más puedo hacer por usted?',
  bye: 'Adiós y gracias por su visita.',
  outOfScope:
    'Soy un asistente automático y solo puedo ayudar con esta tienda: pedidos, entregas, productos, devoluciones y reembolsos.',
  unclear: 'No lo he entendido. ¿Es sobre uno de estos temas?',
  unclearAgain: 'Lo siento, sigo sin entenderlo.',
  nothingNewer: 'De momento no sé nada más.',
  noFurther: 'Lo siento, así no consigo averiguarlo.',
  whichOfTheseMeanings: '¿Qué desea saber?',
  topics: {
    order_status: 'Mi pedido',
    stock: 'Un producto',
    return_how: 'Devoluciones',
    human: 'Hablar con una persona',
  },
  signIn: 'Inicie sesión en la tienda para que pueda ver sus pedidos.',
  askProof: {
    number_and_email: 'Escriba el número de pedido y el correo electrónico del pedido.',
    number_and_postcode: 'Indique el número de pedido y el código postal de entrega, por favor.',
  },
  numberWhere: 'El número de pedido está en el correo de confirmación de su pedido.',
  whichOfYours: 'Estos son sus pedidos, el más reciente primero. ¿Cuál es?',
  askNumber: 'Escriba también el número de pedido.',
  askMatch: {
    number_and_email: 'Escriba también el correo electrónico del pedido.',
    number_and_postcode: 'Indique también el código postal de entrega, por favor.',
  },
  guestMiss: {
    number_and_email: 'No encuentro ningún pedido con este número y correo electrónico. Compruebe ambos.',
    number_and_postcode: 'No encuentro ningún pedido con ese número y ese código postal. Compruebe ambos, por favor.',
  },
  guestLimits: 'Para saber más de este pedido, inicie sesión en la tienda.',
  noSuchOrder: (number) => `No encuentro ningún pedido ${number} suyo. Compruebe el número.`,
  noOrders: 'No encuentro pedidos suyos.',
  whichOrder: '¿De qué pedido se trata?',
  orderChoice: (number, date) => (date ? `${number} del ${date}` : number),
  order: {
    pending: (number) => `El pedido ${number} se ha recibido y espera ser procesado.`,
    processing: (number) => `El pedido ${number} se está preparando y aún no se ha enviado.`,
    partially_shipped: (number) => `Una parte del pedido ${number} se ha enviado.`,
    shipped: (number) => `El pedido ${number} se ha enviado.`,
    delivered: (number) => `El pedido ${number} se ha entregado.`,
    cancelled: (number) => `El pedido ${number} se ha cancelado.`,
    refunded: (number) => `El pedido ${number} se ha reembolsado.`,
    returned: (number) => `El pedido ${number} se ha devuelto.`,
    unknown: (number) => `Encuentro el pedido ${number}, pero no su estado.`,
  },
  shipment: {
    label_created: (parcel, due) =>
      `${parcel} está listo y ${due === null ? 'espera al transportista' : `debería llegar ${due}`}.`,
    in_transit: (parcel, due) => `${parcel} está en camino${due === null ? '.' : ` y debería llegar ${due}.`}`,
    out_for_delivery: (parcel, due) => `${parcel} está en reparto${due === null ? '.' : ` y debería llegar ${due}.`}`,
    delivered: (parcel, at) => `${parcel} se ${at === null ? 'ha entregado' : `entregó ${at}`}.`,
    delayed: (parcel, due) => `${parcel} va con retraso${due === null ? '.' : ` y debería llegar ${due}.`}`,
    exception: (parcel, due) =>
      `${parcel}: el transportista informa de un problema.${due === null ? '' : ` Debería llegar ${due}.`}`,
    lost: (parcel) => `${parcel} consta como perdido.`,
    returned_to_sender: (parcel) => `${parcel} vuelve a la tienda.`,
    unknown: (parcel, due) => (due === null ? '' : `${parcel} debería llegar ${due}.`),
  },
  parcel: (carrier, position) =>
    `El paquete${position === null ? '' : ` ${position}`}${carrier ? ` con ${carrier}` : ''}`,
  arrived: (number, date, carrier) =>
    `El pedido ${number} se entregó el ${date}${carrier === null ? '' : ` con ${carrier}`}.`,
  arrivedItem: (number, date, carrier, title) =>
    `Su pedido ${number} (${title}) se entregó el ${date}${carrier === null ? '' : ` con ${carrier}`}.`,
  underway: {
    in_transit: (number, carrier, due) =>
      `El pedido ${number} está en camino${carrier === null ? '' : ` con ${carrier}`}${due === null ? '.' : ` y debería llegar ${due}.`}`,
    out_for_delivery: (number, carrier, due) =>
      `El pedido ${number} está en reparto${carrier === null ? '' : ` con ${carrier}`}${due === null ? '.' : ` y debería llegar ${due}.`}`,
  },
  onDay: (date) => `el ${date}`,
  betweenDays: (from, until) => `entre el ${from} y el ${until}`,
  overdue: (date, days) =>
    `Debería haber llegado el ${date}: lleva ${days === 1 ? 'un día' : `${days} días`} de retraso.`,
  andWord: ' y ',
  lastEvent: (date, what) => `Última noticia del ${date}: ${what}.`,
  trackingNumber: (number, url) => `El número de seguimiento es ${number}.${url ? ` Sígalo aquí: ${url}` : ''}`,
  noTracking: (number) => `Aún no hay número de seguimiento para el pedido ${number}.`,
  asOf: (date) => `Datos del ${date}.`,
  contents: (number, items) => `El pedido ${number} contiene: ${items}.`,
  noContents: (number) => `No conozco los artículos del pedido ${number}.`,
  total: (number, amount) => `El total del pedido ${number} es de ${amount}.`,
  refundedOf: (amount) => `De ello se han reembolsado ${amount}.`,
  totalLess: (number, amount, refunded) =>
    `El total del pedido ${number} es de ${amount}, de los cuales se han reembolsado ${refunded}.`,
  noTotal: (number) => `No conozco el total del pedido ${number}.`,
  stock: {
    available: (what) => `Sí, ${what} está disponible.`,
    low: (what) => `Sí, ${what} está disponible, pero quedan pocos.`,
    backorder: (what) => `${what} no está en stock, pero se puede pedir.`,
    unknown: (what) => `No sé si ${what} está en stock.`,
  },
  stockWord: {
    available: 'disponible',
    low: 'quedan pocos',
    backorder: 'se puede pedir, sin stock',
    unavailable: 'no disponible',
    unknown: 'no se sabe',
  },
  notThatMany: (count, what) => `Hay menos de ${count} unidades de ${what} en existencias.`,
  fewerThan: (count) => `menos de ${count}`,
  stockFigure: (count) => `${count} en stock.`,
  heading: (title) => `${title}:`,
  restock: (what, date) => `${what} se espera de nuevo el ${date}.`,
  soldOut: (what, date) =>
    date === null
      ? `${what} está agotado, y no se sabe cuándo volverá.`
      : `${what} está agotado, pero se espera de nuevo el ${date}.`,
  restockUnknown: (what) => `No se sabe cuándo volverá ${what}.`,
  noProduct: 'No encuentro ese producto en la tienda.',
  inThisColor: (titles: string) => `En este color hay: ${titles}`,
  whichProduct: '¿De qué producto se trata?',
  whichVariant: (option) => `¿Qué variante (${option})?`,
  notOffered: (title, value, values) => `${title} no existe en ${value}. Hay: ${values}.`,
  price: (what, amount) => `${what} cuesta ${amount}.`,
  priceBefore: (what, amount, before) => `${what} cuesta ${amount}; antes costaba ${before}.`,
  prices: (title, from, to) => `${title} cuesta de ${from} a ${to}.`,
  noPrice: (title) => `No conozco el precio de ${title}.`,
  options: (title, options) => `${title} está disponible en ${options}.`,
  itsOptions: (options) => `Está disponible en ${options}.`,
  noOptions: (title) => `${title} solo existe en una versión.`,
  info: (title, description) => `${title}: ${description}`,
  noInfo: (title) => `De ${title} solo conozco el nombre.`,
  offered: (number, amount, items) =>
    amount
      ? `Podemos reembolsar ${amount} del pedido ${number}${items && `: ${items}`}. Confírmelo con el botón; antes no se reembolsa nada.`
      : `Es posible un reembolso del pedido ${number}${items && `: ${items}`}. Usted confirmaría el importe con un botón.`,
  notDue: (due) =>
    due === null
      ? 'Mientras no haya llegado nada, no puedo ofrecer un reembolso.'
      : `Debe llegar a más tardar el ${due}. Antes no puedo ofrecer un reembolso.`,
  passOn: '¿Quiere que lo pase a nuestro equipo?',
  passItOn: 'Sí, páselo',
  orLookFor: 'Si prefiere que busquemos el paquete, pida hablar con una persona.',
  offerRefused: {
    already_refunded: (number) => `El pedido ${number} ya se ha reembolsado: no puedo ofrecer otro reembolso.`,
    outside_period: (number) => `El plazo de devolución del pedido ${number} ha pasado.`,
    not_due: (number) => `El pedido ${number} aún no ha llegado: no puedo ofrecer un reembolso.`,
    refund_active: (number) => `Ya hay un reembolso abierto del pedido ${number}.`,
    outcome_unknown: (number) => `Un reembolso anterior del pedido ${number} aún se está comprobando.`,
    nothing_to_refund: (number) => `No queda nada por reembolsar del pedido ${number}.`,
    refused: (number) => `Yo no puedo ofrecer un reembolso del pedido ${number}.`,
    no_amount: (number) => `Ahora no puedo averiguar el importe del pedido ${number}.`,
    not_offered: (_) => 'Aquí no puedo ofrecer reembolsos.',
  },
  whichItem: '¿De qué artículo se trata?',
  wholeOrder: 'Todo el pedido',
  refund: {
    awaiting_customer: (amount) => `Un reembolso de ${amount} le espera: confírmelo con el botón.`,
    awaiting_approval: (amount) => `Su reembolso de ${amount} espera nuestra aprobación.`,
    executing: (amount) => `Su reembolso de ${amount} se está realizando.`,
    pending: (amount) => `Su reembolso de ${amount} está aceptado y en camino.`,
    succeeded: (amount) => `Su reembolso de ${amount} se ha realizado.`,
    failed: (amount) => `Su reembolso de ${amount} no se ha podido realizar. Nuestro equipo lo revisa.`,
    unknown: (amount) => `Todavía comprobamos si su reembolso de ${amount} se ha realizado.`,
    declined: (amount) => `Usted rechazó el reembolso de ${amount}.`,
    rejected: (amount) => `Su reembolso de ${amount} no se ha aprobado.`,
    cancelled: (amount) => `El reembolso de ${amount} se ha cancelado.`,
    expired: (amount) => `La oferta de reembolsar ${amount} ha caducado.`,
  },
  noRefund: (number) => `No hay ningún reembolso del pedido ${number}.`,
  returnDays: (days) => `Puede devolver su pedido en los ${days} días después de la entrega.`,
  returnAnyTime: 'No hay plazo para devoluciones.',
  returnUntil: (number, date) => `El pedido ${number} se puede devolver hasta el ${date}.`,
  whichPage: '¿De cuál de estos temas se trata?',
  pageSilent: (title, url) => `Nuestra página «${title}» no lo dice.${url ? ` Está aquí: ${url}` : ''}`,
  noPolicy: 'No tengo información sobre eso.',
  readMore: (title, url) => `Más: ${title}, ${url}`,
  inOtherLanguage: (title, url) => `Nuestra página sobre esto está en otro idioma: ${title}, ${url}`,
  cannot: {
    cancel_order: cannot('cancelar pedidos'),
    change_order: cannot('modificar pedidos'),
    change_address: cannot('cambiar direcciones'),
    exchange: cannot('cambiar artículos'),
  },
  sorry: 'Lo siento.',
  handOver: 'Lo paso a nuestro equipo, que le responderá aquí.',
  handOverLater: (moment) => `Lo paso a nuestro equipo, que vuelve ${moment}.`,
  teamHasIt: (within) =>
    within === null
      ? 'Nuestro equipo tiene su mensaje y le responderá aquí.'
      : `Nuestro equipo tiene su mensaje y suele responder en ${within}.`,
  teamHasItLater: (moment) => `Nuestro equipo tiene su mensaje y vuelve ${moment}.`,
  within: {
    minutes: 'pocos minutos',
    hours: (count) => (count === 1 ? 'una hora' : `${count} horas`),
    days: (count) => (count === 1 ? 'un día' : `${count} días`),
  },
  askContact: 'Si quiere, escriba aquí su correo electrónico, para que también podamos responder allí.',
  pictureNoted: 'Gracias por la imagen. Yo no puedo ver imágenes, pero nuestro equipo la ve aquí.',
  pictureOfWhat: '¿De qué se trata?',
  askPicture: '¿Puede enviar una foto? Ayuda a nuestro equipo, pero el reembolso no depende de ella.',
  contactNoted: (email) => `Gracias. También responderemos a ${email}.`,
  whoAnswers: (shop) =>
    `${shop === null ? 'Soy el asistente de la tienda.' : `Soy el asistente de ${shop}.`} Nuestro equipo conoce la conversación.`,
  typedYes: 'Use el botón: el reembolso solo se realiza cuando confirma allí el importe.',
  nothingOpen: '¿En qué puedo ayudarle?',
}
