// Measures the assistant by the phrases of test/assistant/phrases. Misses of the held-out phrases are never printed.
import { isOtherSubject, type Judged, judge } from '../../test/support/phrase-totals.ts'
import { laterPhrases, phrases } from '../../test/support/phrases.ts'

const judged = phrases().map(judge)
const later = laterPhrases().map(judge)
const [language] = process.argv.slice(2)

for (const one of [...judged, ...later]) {
  const { phrase, understood, isRight, isFair, isFalseHit, isLanguageRight, areEntitiesRight } = one
  if (phrase.isHeldOut || (language !== undefined && phrase.language !== language)) continue
  const faults = [
    ...(isRight || isFair ? [] : ['command']),
    ...(isFalseHit ? ['FALSE HIT'] : []),
    ...(isLanguageRight ? [] : ['language']),
    ...(areEntitiesRight ? [] : ['entities']),
  ]
  if (faults.length === 0) continue
  const expected = phrase.expected.map((names) => names.join('|')).join(' + ')
  const found = understood.why.join(' + ')
  console.log(
    `${phrase.language} ${faults.join(',')}: ${phrase.text}  [${expected}] -> ${understood.language} ${found}`,
  )
}

for (const [name, list] of [
  ['tuned by', judged.filter(({ phrase }) => !phrase.isHeldOut)],
  ['later', later],
  ['held out', judged.filter(({ phrase }) => phrase.isHeldOut)],
] as const) {
  console.log(`${name}: ${totals(list)}`)
  for (const [code, some] of Map.groupBy(list, ({ phrase }) => group(phrase.language)))
    console.log(`  ${code}: ${totals(some)}`)
}

function group(code: string): string {
  return ['en', 'de', 'fr', 'es'].includes(code) ? code : 'other languages'
}

function totals(list: Judged[]): string {
  const share = (count: number, of: number) => `${count}/${of} (${((100 * count) / Math.max(1, of)).toFixed(1)} %)`
  const count = (test: (one: Judged) => boolean) => list.filter(test).length
  const others = count(({ phrase }) => isOtherSubject(phrase))
  const withEntities = list.filter(({ phrase }) => Object.keys(phrase.entities).length > 0)
  return [
    `right or fairly handed over ${share(
      count(({ isRight, isFair }) => isRight || isFair),
      list.length,
    )}`,
    `of them fairly ${count(({ isFair }) => isFair)}`,
    `false "where is my order" ${share(
      count(({ isFalseHit }) => isFalseHit),
      others,
    )}`,
    `refunds that nobody wants ${count(({ isRefundUnasked }) => isRefundUnasked)}`,
    `other order numbers ${count(({ isNumberWrong }) => isNumberWrong)}`,
    `language ${share(
      count(({ isLanguageRight }) => isLanguageRight),
      list.length,
    )}`,
    `entities ${share(withEntities.filter(({ areEntitiesRight }) => areEntitiesRight).length, withEntities.length)}`,
  ].join(', ')
}
