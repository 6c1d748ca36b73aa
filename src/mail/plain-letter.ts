import type { Letter } from '../http/mail-kind.ts'
import { type Block, renderLetter } from './render.ts'

/** What a mail to people who work with storewire says. */
interface Said {
  subject: string
  /** Paragraphs. */
  before: string[]
  /** The one thing to do. */
  action?: { label: string; url: string } | undefined
  after?: string[]
}

/** A letter to people who work with storewire, headed by its subject. */
export function plainLetter({ subject, before, action, after = [] }: Said): Letter {
  const blocks: Block[] = [
    ...before.map((text) => ({ kind: 'paragraph', text }) as const),
    ...(action ? [{ kind: 'button', text: action.label, url: action.url } as const] : []),
    ...after.map((text) => ({ kind: 'small', text }) as const),
  ]
  const rendered = renderLetter('en', subject, blocks)
  return { fromName: null, from: null, replyTo: null, subject, unsubscribe: null, ...rendered }
}
