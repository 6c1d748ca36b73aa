/** Text escaped for HTML, also for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** HTML that is safe to send. */
export interface Markup {
  readonly markup: string
}

type Value = string | number | null | undefined | Markup | Markup[]

/** A template that escapes its values, except markup; null and undefined are omitted. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: parts.map((part, index) => part + textOf(values[index])).join('') }
}

function textOf(value: Value): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join('')
  return typeof value === 'object' ? value.markup : escapeHtml(String(value))
}
