import { escapeHtml, html, type Markup } from '../lib/escape.ts'
import { inOrder } from '../lib/reordering.ts'

/** What a mail consists of, from its top. Both parts, text and HTML, say the same. */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** What somebody wrote in the chat. */
  | { kind: 'message'; by: string; at: string; text: string; note: string | null; isOwn: boolean }
  | { kind: 'button'; text: string; url: string }
  /** Ends the mail, smaller; `link` is in the text at `{link}`. */
  | { kind: 'small'; text: string; link?: { text: string; url: string } }

export interface RenderedLetter {
  text: string
  html: string
}

/** @param heading heads the HTML part */
export function renderLetter(language: string, heading: string, blocks: Block[]): RenderedLetter {
  return { text: textOf(blocks), html: htmlOf(language, heading, blocks) }
}

function textOf(blocks: Block[]): string {
  return `${blocks.map(textOfBlock).join('\n\n')}\n`
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'message':
      return [`${block.by}, ${block.at}`, ...block.text.split('\n'), ...(block.note ? [block.note] : [])]
        .map((line, index) => (index === 0 ? line : `> ${line}`))
        .join('\n')
    case 'button':
      return `${block.text}:\n${block.url}`
    case 'small':
      return block.link ? block.text.replace(/ ?\{link\}/, () => `\n${block.link?.url}`) : block.text
    default:
      return block.text
  }
}

/**
 * Colors of both themes. Clients that know no `prefers-color-scheme` show the light one, of which each color is also in an attribute: some
 * take the style element away.
 */
const LIGHT = { page: '#f3f4f6', card: '#ffffff', text: '#1f2933', quiet: '#5b6673', line: '#d8dde3', own: '#eef2f7' }
const DARK = { page: '#15181c', card: '#20252b', text: '#e8ebee', quiet: '#a7b0ba', line: '#3b434c', own: '#2b323a' }
const BUTTON = '#1a56db'

const STYLE = `
body,table,td,p,h1,a{-webkit-text-size-adjust:100%}
@media (prefers-color-scheme:dark){
.page{background:${DARK.page}!important}
.card{background:${DARK.card}!important;color:${DARK.text}!important}
.quiet,.quiet a{color:${DARK.quiet}!important}
.line{border-color:${DARK.line}!important}
.own{background:${DARK.own}!important}
}
@media (max-width:480px){.pad{padding:20px 16px!important}.out{padding:0!important}}`

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function htmlOf(language: string, heading: string, blocks: Block[]): string {
  const isSmall = ({ kind }: Block) => kind === 'small'
  const main = blocks.filter((block) => !isSmall(block)).map(htmlOfBlock)
  const foot = blocks.filter(isSmall).map(htmlOfBlock)
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(inOrder(heading))}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.page}"><tr>
<td class="out" align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr>
<td class="card pad" style="padding:28px 32px;border-radius:8px;background:${LIGHT.card};color:${LIGHT.text};${FONT};font-size:16px;line-height:1.5;text-align:start;overflow-wrap:anywhere;word-break:break-word">
<h1 style="margin:0 0 20px;font-size:18px;line-height:1.35">${escapeHtml(inOrder(heading))}</h1>
${main.map(({ markup }) => markup).join('\n')}
${foot.length === 0 ? '' : footOf(foot)}</td>
</tr></table>
</td>
</tr></table>
</body>
</html>
`
}

function footOf(blocks: Markup[]): string {
  return `<div class="line" style="margin-top:28px;border-top:1px solid ${LIGHT.line};padding-top:4px">
${blocks.map(({ markup }) => markup).join('\n')}
</div>
`
}

/** Text of a person, whose line breaks stay. */
function prose(text: string): Markup {
  return { markup: escapeHtml(text).replaceAll(/\r?\n/g, '<br>') }
}

function htmlOfBlock(block: Block): Markup {
  switch (block.kind) {
    case 'paragraph':
      return html`<p dir="auto" style="margin:0 0 16px">${prose(block.text)}</p>`
    case 'message':
      return htmlOfMessage(block)
    case 'button':
      return html`<p style="margin:24px 0"><a href="${block.url}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${BUTTON};color:#ffffff;font-weight:600;text-decoration:none">${block.text}</a></p>`
    default:
      return html`<p dir="auto" class="quiet" style="margin:12px 0 0;font-size:13px;line-height:1.45;color:${LIGHT.quiet}">${smallText(block)}</p>`
  }
}

function htmlOfMessage({ by, at, text, note, isOwn }: Extract<Block, { kind: 'message' }>): Markup {
  const background = isOwn ? `background:${LIGHT.own};` : ''
  const noted =
    note === null ? '' : html`<p class="quiet" style="margin:4px 0 0;font-size:13px;color:${LIGHT.quiet}">${note}</p>`
  return html`<div class="line${isOwn ? ' own' : ''}" style="margin:0 0 12px;padding:10px 14px;border:1px solid ${LIGHT.line};border-radius:6px;${background}">
<p class="quiet" style="margin:0 0 4px;font-size:13px;color:${LIGHT.quiet}"><strong><bdi>${by}</bdi></strong>, ${at}</p>
<p dir="auto" style="margin:0">${prose(text)}</p>${noted}
</div>`
}

function smallText({ text, link }: Extract<Block, { kind: 'small' }>): Markup {
  const [before = '', after = ''] = text.split('{link}')
  if (!link) return prose(text)
  return html`${before}<a href="${link.url}" class="quiet" style="color:${LIGHT.quiet};text-decoration:underline">${link.text}</a>${after}`
}
