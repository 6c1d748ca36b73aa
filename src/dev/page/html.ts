import { escapeHtml } from '../../lib/html.ts'

/** HTML that is safe to send. */
export interface Markup {
  readonly markup: string
}

type Value = string | number | null | undefined | Markup | Markup[]

/** A template whose values are escaped, but for markup; null and undefined are left out. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: parts.map((part, index) => part + textOf(values[index])).join('') }
}

function textOf(value: Value): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join('')
  return typeof value === 'object' ? value.markup : escapeHtml(String(value))
}
