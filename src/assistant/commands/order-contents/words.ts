import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    lasttime: 'last_time latest_purchase latest_order',
  },
  de: {
    lasttime: 'letztes_mal',
  },
  fr: {
    lasttime: 'dernière_fois',
  },
  es: {
    lasttime: 'última_vez',
  },
}
