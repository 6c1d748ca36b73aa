/** Products and tickets with texts as shops have them: a few words are in many of them, most words in few. */

const SYLLABLES =
  'wol le scar ti ha mu glas blu gre re sof lar smal win sum ki gar gi se ru tan mi lo sen ka ver lin pul'.split(' ')
const WORDS = Array.from({ length: 20_000 }, (_, index) => {
  const [first, second, third] = [index % 28, Math.floor(index / 28) % 28, Math.floor(index / 784)]
  return [first, second, third].map((at) => SYLLABLES[at % 28]).join('')
})

/** A fixed sequence of numbers from 0 to 1 that looks like chance. */
export function sequence(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A word, common ones more often. @param rareness 1: each word equally often */
export function wordOf(random: () => number, rareness = 3): string {
  return WORDS[Math.floor(random() ** rareness * WORDS.length)] ?? ''
}

function textOf(random: () => number, words: number): string {
  return Array.from({ length: words }, () => wordOf(random)).join(' ')
}

export function benchProduct(index: number): object {
  const random = sequence(index)
  return {
    id: `product-${index}`,
    updatedAt: '2026-03-01T09:30:00.000Z',
    title: textOf(random, 4),
    description: textOf(random, 30),
    status: 'active',
    currency: 'EUR',
    tags: [wordOf(random)],
    variants: [1, 2].map((size) => ({
      id: `v-${size}`,
      title: `Size ${size}`,
      sku: `S-${index}-${size}`,
      stock: size,
    })),
  }
}

export function benchTicket(index: number): object {
  const random = sequence(index + 7)
  const message = (id: string, type: string) => ({
    id,
    createdAt: '2026-03-01T09:00:00.000Z',
    author: { type },
    body: textOf(random, 25),
  })
  return {
    id: `ticket-${index}`,
    updatedAt: '2026-03-01T09:30:00.000Z',
    subject: textOf(random, 4),
    status: 'solved',
    email: `customer-${index % 5_000}@example.com`,
    messages: [message('m_1', 'customer'), message('m_2', 'agent')],
  }
}

/** Searches a second of two shops that use up the default limit of their keys: 600 calls a minute each. */
export const SEARCHES_PER_SECOND = 20

/** What people type: common and rare words, several words, the beginning of a word, a typo, a number. */
export function benchQuestions(count: number): string[] {
  const random = sequence(11)
  const kinds = [
    () => wordOf(random),
    () => wordOf(random, 1),
    () => `${wordOf(random)} ${wordOf(random)}`,
    () => `${wordOf(random)} ${wordOf(random)} ${wordOf(random, 1)}`,
    () => wordOf(random).slice(0, 5),
    () => wordOf(random).replace(/^(..)./, '$1x'),
    () => `#${100_000 + Math.floor(random() * 10_000)}`,
  ]
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]?.() ?? '')
}
