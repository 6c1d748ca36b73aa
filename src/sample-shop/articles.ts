import { DAY_MS } from '../lib/time.ts'
import { iso, NOW } from './repeatable.ts'

export interface SampleArticle {
  id: string
  updatedAt: string
  title: string
  body: string
  language: string
  topic: string
  url: string
  callPerson?: boolean
  status: string
}

interface Words {
  title: string
  lines: string[]
}

interface Page extends Record<'en' | 'de', Words> {
  topic: string
  days: number
  isDraft?: true
  callPerson?: true
}

/** The help pages of the shop by the last part of their address, each changed so many days before the end. */
const PAGES: Record<string, Page> = {
  shipping: {
    topic: 'shipping',
    days: 41,
    en: {
      title: 'Shipping times and costs',
      lines: [
        'We pack every order within one working day.',
        '',
        '- **Standard** arrives after 2 to 4 working days in Germany and Austria, after 4 to 7 elsewhere in the EU. It costs 4.90 €, and nothing from 100 €.',
        '- **Express** costs 9.90 € and arrives after 1 or 2 working days.',
        '',
        'As soon as your parcel leaves us, you get an e-mail with a link to its tracking page.',
      ],
    },
    de: {
      title: 'Lieferzeit und Versandkosten',
      lines: [
        'Wir packen jede Bestellung innerhalb eines Werktags.',
        '',
        '- **Standard** kommt in Deutschland und Österreich nach 2 bis 4 Werktagen an, in der übrigen EU nach 4 bis 7. Es kostet 4,90 €, ab 100 € nichts.',
        '- **Express** kostet 9,90 € und kommt nach 1 oder 2 Werktagen an.',
        '',
        'Sobald dein Paket unterwegs ist, bekommst du eine E-Mail mit dem Link zur Sendungsverfolgung.',
      ],
    },
  },
  returns: {
    topic: 'returns',
    days: 120,
    en: {
      title: 'Returning and exchanging',
      lines: [
        'You can return anything within **30 days** after it arrived. Try it on at home, but leave the label in place.',
        '',
        '1. Ask for a return label in the chat.',
        '2. Put everything back into its bag and box.',
        '3. Bring the parcel to any post office.',
        '',
        'We refund what you paid within five working days after the parcel reached us. For another size, return the first one and order again.',
      ],
    },
    de: {
      title: 'Zurückgeben und umtauschen',
      lines: [
        'Du kannst alles innerhalb von **30 Tagen** nach der Lieferung zurückgeben. Probier es zu Hause an, aber lass das Etikett dran.',
        '',
        '1. Frag im Chat nach einem Rücksendeetikett.',
        '2. Leg alles zurück in Beutel und Karton.',
        '3. Bring das Paket zu einer Post.',
        '',
        'Wir erstatten den Betrag innerhalb von fünf Werktagen, nachdem das Paket bei uns ist. Für eine andere Größe schick das erste Stück zurück und bestell neu.',
      ],
    },
  },
  care: {
    topic: 'other',
    days: 200,
    en: {
      title: 'Washing and caring for wool',
      lines: [
        'Wool cleans itself: hang it outside overnight before you think of washing it.',
        '',
        'Wash merino, alpaca and cashmere by hand in cold water with wool detergent. Do not wring. Dry the piece flat on a towel, away from heaters.',
        '',
        'Small knots after the first weeks are normal. A wool comb removes them.',
      ],
    },
    de: {
      title: 'Wolle waschen und pflegen',
      lines: [
        'Wolle reinigt sich selbst: Häng sie über Nacht nach draußen, bevor du sie wäschst.',
        '',
        'Wasch Merino, Alpaka und Kaschmir von Hand in kaltem Wasser mit Wollwaschmittel. Nicht wringen. Trockne das Stück flach auf einem Handtuch, nicht an der Heizung.',
        '',
        'Kleine Knötchen nach den ersten Wochen sind normal. Ein Wollkamm entfernt sie.',
      ],
    },
  },
  payment: {
    topic: 'payment',
    days: 77,
    en: {
      title: 'Ways to pay',
      lines: [
        'You can pay with Visa, Mastercard, PayPal, Klarna or EPS.',
        '',
        'A card is charged when the parcel leaves us, not before.',
      ],
    },
    de: {
      title: 'So kannst du bezahlen',
      lines: [
        'Du kannst mit Visa, Mastercard, PayPal, Klarna oder EPS bezahlen.',
        '',
        'Eine Karte wird belastet, wenn das Paket unser Lager verlässt, nicht vorher.',
      ],
    },
  },
  warranty: {
    topic: 'warranty',
    days: 310,
    en: {
      title: 'Holes, loose seams and other defects',
      lines: [
        'If a seam opens or a stitch runs within **two years**, we mend the piece or replace it. Send us a photo in the chat, with the number of your order.',
        '',
        'Moth holes and holes from wear are not covered. We repair those for 15 €.',
      ],
    },
    de: {
      title: 'Löcher, offene Nähte und andere Mängel',
      lines: [
        'Wenn innerhalb von **zwei Jahren** eine Naht aufgeht oder eine Masche läuft, reparieren oder ersetzen wir das Stück. Schick uns ein Foto im Chat, mit der Nummer deiner Bestellung.',
        '',
        'Mottenlöcher und Löcher vom Tragen sind nicht abgedeckt. Wir stopfen sie für 15 €.',
      ],
    },
  },
  contact: {
    topic: 'contact',
    days: 15,
    en: {
      title: 'How to reach us',
      lines: ['Write to us in the chat at any time. People answer from Monday to Friday, 9:00 to 17:00 in Vienna.'],
    },
    de: {
      title: 'So erreichst du uns',
      lines: ['Schreib uns jederzeit im Chat. Menschen antworten von Montag bis Freitag, 9 bis 17 Uhr in Wien.'],
    },
  },
  account: {
    topic: 'other',
    days: 98,
    en: {
      title: 'Your account and password',
      lines: [
        'Forgot your password? Choose “Forgot password” on the sign-in page: you get an e-mail with a link that is valid for an hour.',
        '',
        'You change your e-mail address, your name and your newsletter in your account under Profile.',
        '',
        'To delete your account, write to us in the chat.',
      ],
    },
    de: {
      title: 'Dein Konto und Passwort',
      lines: [
        'Passwort vergessen? Wähl „Passwort vergessen“ auf der Anmeldeseite: Du bekommst eine E-Mail mit einem Link, der eine Stunde gilt.',
        '',
        'E-Mail-Adresse, Namen und Newsletter änderst du in deinem Konto unter Profil.',
        '',
        'Um dein Konto zu löschen, schreib uns im Chat.',
      ],
    },
  },
  invoice: {
    topic: 'payment',
    days: 66,
    en: {
      title: 'Your invoice',
      lines: [
        'The invoice is in your account: open the order, and choose “Download invoice”. It is there as soon as the parcel has left us.',
        '',
        'To have a company name or a VAT number on it, write to us in the chat before the parcel leaves.',
      ],
    },
    de: {
      title: 'Deine Rechnung',
      lines: [
        'Die Rechnung liegt in deinem Konto: Öffne die Bestellung und wähl „Rechnung herunterladen“. Sie ist da, sobald das Paket unterwegs ist.',
        '',
        'Für einen Firmennamen oder eine UID-Nummer schreib uns im Chat, bevor das Paket unterwegs ist.',
      ],
    },
  },
  codes: {
    topic: 'payment',
    days: 22,
    callPerson: true,
    en: {
      title: 'Discount codes',
      lines: [
        'Enter a code in the cart, below the items, before you pay. One code counts for one order, and none for sale items.',
        '',
        'A code cannot be added to an order that was placed.',
      ],
    },
    de: {
      title: 'Rabattcodes',
      lines: [
        'Gib einen Code im Warenkorb unter den Artikeln ein, bevor du bezahlst. Ein Code gilt für eine Bestellung, und nicht für reduzierte Artikel.',
        '',
        'Zu einer aufgegebenen Bestellung kann kein Code hinzugefügt werden.',
      ],
    },
  },
  sizes: {
    topic: 'other',
    days: 53,
    en: {
      title: 'Finding your size',
      lines: [
        'Our sizes are true to size. Between two sizes take the smaller one: wool gives way.',
        '',
        'Chest in cm: S 88 to 94, M 95 to 101, L 102 to 109, XL 110 to 118.',
        '',
        'Hats come in one size, for heads from 54 to 60 cm.',
      ],
    },
    de: {
      title: 'Deine Größe finden',
      lines: [
        'Unsere Größen fallen normal aus. Zwischen zwei Größen nimm die kleinere: Wolle gibt nach.',
        '',
        'Brustumfang in cm: S 88 bis 94, M 95 bis 101, L 102 bis 109, XL 110 bis 118.',
        '',
        'Mützen gibt es in einer Größe, für Köpfe von 54 bis 60 cm.',
      ],
    },
  },
  'gift-wrapping': {
    topic: 'other',
    days: 4,
    isDraft: true,
    en: {
      title: 'Gift wrapping',
      lines: ['From December on we wrap your order in paper for 3 €, with a card on which we write your text by hand.'],
    },
    de: {
      title: 'Geschenkverpackung',
      lines: [
        'Ab Dezember packen wir deine Bestellung für 3 € in Papier, mit einer Karte, auf die wir deinen Text von Hand schreiben.',
      ],
    },
  },
}

/** The help pages of the shop in two languages; the last one is not published yet. */
export function sampleArticles(): SampleArticle[] {
  return Object.entries(PAGES).flatMap(([name, page]) =>
    (['en', 'de'] as const).map((language) => {
      const { topic, days, isDraft, callPerson } = page
      const { title, lines } = page[language]
      const path = language === 'en' ? name : `${language}/${name}`
      return {
        id: language === 'en' ? `help-${name}` : `help-${name}-${language}`,
        updatedAt: iso(NOW - days * DAY_MS),
        title,
        body: lines.join('\n'),
        language,
        topic,
        url: `https://shop.example/help/${path}`,
        ...(callPerson ? { callPerson } : {}),
        status: isDraft ? 'draft' : 'published',
      }
    }),
  )
}
