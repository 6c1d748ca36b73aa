import { inOrder } from '../lib/reordering.ts'
import type { FrameConfig } from './frame-config.ts'
import { de } from './pages/texts/de.ts'
import { en } from './pages/texts/en.ts'
import { es } from './pages/texts/es.ts'
import { fr } from './pages/texts/fr.ts'

/** The texts of the chat window, by language, as shops may replace them. A language is a file there, and a line here. */
export const texts = { en, de, fr, es }

type Language = keyof typeof texts

export const languages = Object.keys(texts) as Language[]
export const textNames = Object.keys(en) as (keyof typeof en)[]

/** What a shop decides about these texts. */
interface ShopTexts {
  languages: Language[]
  /** Texts of its own. */
  texts: { language: Language; name: string; text: string }[]
}

/** Without those that only the server fills in: suggested questions come beside the texts. */
export function textsOfFrame({ texts: all }: Pick<FrameConfig, 'texts'>): FrameConfig['texts'] {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !/^starter[A-Z]/.test(name)))
}

/** Languages that are written from right to left. */
const RTL = new Set(['ar', 'fa', 'he', 'ur'])

/**
 * The texts for a visitor, with those that the shop has replaced: in the language that the page asks for, else in the first language of
 * the settings.
 *
 * @param asked a BCP 47 tag, such as de-AT; anything else is a language that there is not
 */
export function textsFor(asked: string, settings: ShopTexts): Pick<FrameConfig, 'locale' | 'dir' | 'texts'> {
  const wanted = asked.toLowerCase().split(/[-_]/)[0]
  const locale = settings.languages.find((language) => language === wanted) ?? settings.languages[0] ?? 'en'
  const replaced = settings.texts.filter(({ language }) => language === locale)
  return {
    locale,
    dir: RTL.has(locale) ? 'rtl' : 'ltr',
    texts: { ...texts[locale], ...Object.fromEntries(replaced.map(({ name, text }) => [name, inOrder(text)])) },
  }
}
