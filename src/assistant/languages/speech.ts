import { localAmount } from '../../lib/amounts.ts'
import { DAY_MS } from '../../lib/time.ts'
import { whenBack } from '../../lib/when-back.ts'
import { commands } from '../commands/list.ts'
import type { AnsweredLanguage, Speech } from './language.ts'
import { answeredLanguages, compiledLexicon, languages } from './list.ts'
import { termsIn } from './terms.ts'

/** Within it nobody needs the year of a date. */
const NEAR_MS = 60 * DAY_MS

/** @param language one in which nobody is answered speaks English */
export function speechOf(language: string): Speech {
  const code = language in answeredLanguages ? language : 'en'
  const spoken = answeredLanguages[code]
  if (!spoken) throw new Error('Nobody is answered in English.')
  return createSpeech(code, spoken)
}

export function createSpeech(code: string, spoken: AnsweredLanguage): Speech {
  const { sentences, months, weekdays, nearDate, ofCommands } = spoken
  const date = (iso: string) => {
    const at = new Date(iso)
    return spoken.date(at.getUTCDate(), months[at.getUTCMonth()] ?? '', at.getUTCFullYear())
  }
  return {
    language: code,
    says: sentences,
    terms: (text) => termsIn(text, languages[code]?.() ?? compiledLexicon(code, spoken)),
    months,
    lexicon: languages[code]?.(),
    labelOf: (name) => {
      const label = commands.find((kind) => kind.name === name)?.label
      return ofCommands?.[name]?.label ?? label?.[code] ?? label?.en ?? name
    },
    own: (name, own) => own[code] ?? (ofCommands?.[name]?.sentences as typeof own.en | undefined) ?? own.en,
    // Formats of Intl would take 7 MB of memory in every server whose assistant has named a date.
    date,
    day: (iso, now) => {
      const at = new Date(iso)
      if (Math.abs(at.getTime() - now) > NEAR_MS) return date(iso)
      return nearDate(weekdays[at.getUTCDay()] ?? '', at.getUTCDate(), months[at.getUTCMonth()] ?? '')
    },
    moment: (at, shopZone, { now, visitor }) => {
      const own = visitor?.locale?.split('-')[0] === code ? visitor.locale : code === 'en' ? 'en-GB' : code
      return whenBack({ at, now, locale: own, zone: visitor?.timeZone ?? shopZone, shopZone }, spoken.atTime)
    },
    amount: (amount, currency) => localAmount(amount, currency, code),
  }
}
