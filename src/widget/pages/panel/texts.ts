import type { Texts } from '../texts/en.ts'

/** The texts that the document of the frame has brought, and their language. */
export interface Words {
  locale: string
  /** A text of the chat, with the words in braces filled in. */
  say(name: keyof Texts, values?: Record<string, string | number>): string
}

export function createWords(locale: string, texts: Record<string, string>): Words {
  return {
    locale,
    say: (name, values = {}) =>
      // Filled in at once: a value that has braces is not filled in itself.
      (texts[name] ?? '').replaceAll(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole)),
  }
}
