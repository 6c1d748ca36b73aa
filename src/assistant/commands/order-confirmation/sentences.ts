export const sentences = {
  en: {
    placed: (number: string, date: string) => `Yes, we have your order ${number} of ${date}.`,
    notSeen: 'I cannot see a new order of yours from here.',
  },
  de: {
    placed: (number: string, date: string) => `Ja, deine Bestellung ${number} vom ${date} ist bei uns eingegangen.`,
    notSeen: 'Von hier aus sehe ich keine neue Bestellung von dir.',
  },
  fr: {
    placed: (number: string, date: string) => `Oui, nous avons bien votre commande ${number} du ${date}.`,
    notSeen: 'Je ne vois pas de nouvelle commande de votre part.',
  },
  es: {
    placed: (number: string, date: string) => `Sí, tenemos su pedido ${number} del ${date}.`,
    notSeen: 'Desde aquí no veo ningún pedido nuevo suyo.',
  },
}
