/** Elements whose content is not text. */
const HIDDEN = /<(script|style|head|template)\b|<!--/gi
const BREAK = /<(?:br|hr|\/p|\/div|\/li|\/tr|\/h[1-6]|\/ul|\/ol|\/blockquote|\/table)\b[^<>]*>/gi
const ITEM = /<li\b[^<>]*>/gi
const TAG = /<\/?[a-z][^<>]*>/gi
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi
const NAMED = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', pound: '£', yen: '¥', copy: '©' },
    ...{ reg: '®', trade: '™', hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
    ...{ bdquo: '„', laquo: '«', raquo: '»', bull: '•', middot: '·', times: '×', deg: '°', szlig: 'ß', frac12: '½' },
    ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', eacute: 'é', egrave: 'è', agrave: 'à' },
    ...{ ccedil: 'ç', ntilde: 'ñ', aacute: 'á', iacute: 'í', oacute: 'ó', uacute: 'ú', ecirc: 'ê', acirc: 'â' },
  }),
)

/** The text of HTML, with a line for each paragraph. Text without tags stays as it is, apart from its entities. */
export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html
  const isMarked = /<[a-z!/]/i.test(html)
  // Line breaks of the source are blanks where elements begin new lines.
  const text = isMarked
    ? withoutHidden(html)
        .replace(/\s+/g, ' ')
        .replace(BREAK, '\n')
        .replace(ITEM, '- ')
        .replace(TAG, '')
        .replace(/ *\n */g, '\n')
        .replace(/\n{3,}/g, '\n\n')
    : html
  return text.replace(ENTITY, charOf).trim()
}

/** Looks for each end once, so that text with many beginnings takes no longer. */
function withoutHidden(html: string): string {
  const lower = html.toLowerCase()
  let text = ''
  let at = 0
  for (const { 0: opening, 1: name, index } of html.matchAll(HIDDEN)) {
    if (index < at) continue
    const closing = name === undefined ? '-->' : `</${name.toLowerCase()}`
    const end = lower.indexOf(closing, index + opening.length)
    if (end < 0) break
    text += html.slice(at, index)
    // The rest of a closing tag is a tag without a name.
    at = name === undefined ? end + closing.length : html.indexOf('>', end) + 1 || html.length
  }
  return text + html.slice(at)
}

function charOf(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? entity
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : entity
}
