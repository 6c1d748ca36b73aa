// Measures the assistant by the held-out phrases of test/assistant/phrases/fourth, by the rules alone and with the second vote.
import { type Found, foundIn } from '../../test/support/vote-totals.ts'

const share = (count: number, of: number) => `${((100 * count) / Math.max(1, of)).toFixed(1)} %`

for (const language of ['en', 'de', 'fr', 'es', undefined])
  for (const vote of [false, true]) {
    const found = foundIn(language === undefined ? { vote } : { vote, language })
    console.log(`${language ?? 'all'}, ${vote ? 'with the vote' : 'rules alone'}: ${totals(found)}`)
  }

function totals(found: Found): string {
  const { others, statuses, shop } = found
  return [
    `other subjects ${others}: false "where is my order" ${share(found.falseHits, others)}`,
    `requests for money ${share(found.refunds, others)}, asked back ${share(found.othersAsked, others)}`,
    `where is my order ${statuses}: found ${share(found.status, statuses)}, asked back ${share(found.statusAsked, statuses)}`,
    `other questions ${shop}: right ${share(found.right, shop)}, asked back ${share(found.rightAsked, shop)}`,
    `left to people ${share(found.fair, shop)}, not understood ${share(found.none, shop)}, wrong ${share(found.wrong, shop)}`,
  ].join('; ')
}
