import type { Letter } from '../http/mail-kind.ts'
import { escapeHtml } from '../lib/escape.ts'

/** What a mail to people who work with storewire says. */
interface Said {
  subject: string
  /** Paragraphs. */
  before: string[]
  /** The one thing to do. */
  action?: { label: string; url: string } | undefined
  after?: string[]
}

const STYLE = {
  body: 'margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif',
  box: 'max-width:520px;margin:0 auto',
  button:
    'display:inline-block;padding:10px 18px;border-radius:8px;background:#1f5eff;color:#ffffff;font-weight:600;text-decoration:none',
  small: 'font-size:14px',
}

/** A letter with the same words as plain text and as simple HTML, which has no picture and loads nothing. */
export function plainLetter({ subject, before, action, after = [] }: Said): Letter {
  const link = action ? `${action.label}:\n${action.url}` : null
  const text = [...before, link, ...after].filter((part) => part !== null).join('\n\n')
  const paragraph = (style: string) => (words: string) =>
    `<p${style === '' ? '' : ` style='${style}'`}>${escapeHtml(words).replaceAll('\n', '<br>')}</p>`
  const html = [
    '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></head>',
    `<body style='${STYLE.body}'><div style='${STYLE.box}'>`,
    ...before.map(paragraph('')),
    action ? `<p><a href="${escapeHtml(action.url)}" style='${STYLE.button}'>${escapeHtml(action.label)}</a></p>` : '',
    ...after.map(paragraph(STYLE.small)),
    '</div></body></html>',
  ].join('\n')
  return { fromName: null, from: null, replyTo: null, subject, text: `${text}\n`, html, unsubscribe: null }
}
