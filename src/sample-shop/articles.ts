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
  status: string
}

type Text = Pick<SampleArticle, 'title' | 'topic'> & { days: number; lines: string[]; isDraft?: true }

/** The help pages of the shop by the last part of their address, each changed so many days before the end. */
const TEXTS: Record<string, Text> = {
  shipping: {
    title: 'Shipping times and costs',
    topic: 'shipping',
    days: 41,
    lines: [
      'We pack every order within one working day.',
      '',
      '- **Standard** arrives after 2 to 4 working days in Germany and Austria, after 4 to 7 elsewhere in the EU. It costs 4.90 €, and nothing from 100 €.',
      '- **Express** costs 9.90 € and arrives after 1 or 2 working days.',
      '',
      'As soon as your parcel leaves us, you get an e-mail with a link to its tracking page.',
    ],
  },
  returns: {
    title: 'Returning and exchanging',
    topic: 'returns',
    days: 120,
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
  care: {
    title: 'Washing and caring for wool',
    topic: 'other',
    days: 200,
    lines: [
      'Wool cleans itself: hang it outside overnight before you think of washing it.',
      '',
      'Wash merino, alpaca and cashmere by hand in cold water with wool detergent. Do not wring. Dry the piece flat on a towel, away from heaters.',
      '',
      'Small knots after the first weeks are normal. A wool comb removes them.',
    ],
  },
  payment: {
    title: 'Ways to pay',
    topic: 'payment',
    days: 77,
    lines: [
      'You can pay with Visa, Mastercard, PayPal, Klarna or EPS.',
      '',
      'A card is charged when the parcel leaves us, not before.',
    ],
  },
  warranty: {
    title: 'Holes, loose seams and other defects',
    topic: 'warranty',
    days: 310,
    lines: [
      'If a seam opens or a stitch runs within **two years**, we mend the piece or replace it. Send us a photo in the chat, with the number of your order.',
      '',
      'Moth holes and holes from wear are not covered. We repair those for 15 €.',
    ],
  },
  contact: {
    title: 'How to reach us',
    topic: 'contact',
    days: 15,
    lines: ['Write to us in the chat at any time. People answer from Monday to Friday, 9:00 to 17:00 in Vienna.'],
  },
  'gift-wrapping': {
    title: 'Gift wrapping',
    topic: 'other',
    days: 4,
    isDraft: true,
    lines: ['From December on we wrap your order in paper for 3 €, with a card on which we write your text by hand.'],
  },
}

/** The help pages of the shop; the last one is not published yet. */
export function sampleArticles(): SampleArticle[] {
  return Object.entries(TEXTS).map(([name, { title, topic, days, lines, isDraft }]) => ({
    id: `help-${name}`,
    updatedAt: iso(NOW - days * DAY_MS),
    title,
    body: lines.join('\n'),
    language: 'en',
    topic,
    url: `https://shop.example/help/${name}`,
    status: isDraft ? 'draft' : 'published',
  }))
}
