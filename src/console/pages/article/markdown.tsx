import type { ComponentChildren } from 'preact'
import { Foreign } from '../parts/values.tsx'

/**
 * A text with the Markdown that help pages use: headings, lists, quotes, bold, italic, code and links. Everything else is shown as it was
 * written, markup too: only text nodes are made. Images are links, since a page of the console loads nothing from elsewhere.
 */
export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{blocksOf(text).map(Block)}</div>
}

/** Lines that belong together. */
interface Lines {
  kind: 'text' | 'heading' | 'list' | 'numbers' | 'quote' | 'code'
  lines: string[]
}

const STARTS: [Lines['kind'], RegExp][] = [
  ['heading', /^#{1,6}\s+/],
  ['list', /^\s*[-*+]\s+/],
  ['numbers', /^\s*\d{1,9}[.)]\s+/],
  ['quote', /^>\s?/],
]

function blocksOf(text: string): Lines[] {
  const blocks: Lines[] = []
  let open: Lines | undefined
  let isCode = false
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('```')) {
      isCode = !isCode
      open = isCode ? { kind: 'code', lines: [] } : undefined
      if (open) blocks.push(open)
    } else if (isCode) open?.lines.push(line)
    else if (line.trim() === '') open = undefined
    else {
      const [kind, start] = STARTS.find(([, start]) => start.test(line)) ?? ['text' as const, /^/]
      if (!open || open.kind !== kind || kind === 'heading') {
        open = { kind, lines: [] }
        blocks.push(open)
      }
      open.lines.push(line.replace(start, ''))
    }
  }
  return blocks
}

function Block({ kind, lines }: Lines): ComponentChildren {
  if (kind === 'code') return <pre>{lines.join('\n')}</pre>
  if (kind === 'heading') return <h3>{inlineOf(lines[0] ?? '')}</h3>
  const entries = lines.map((line) => <li>{inlineOf(line)}</li>)
  if (kind === 'list') return <ul>{entries}</ul>
  if (kind === 'numbers') return <ol>{entries}</ol>
  const text = inlineOf(lines.join('\n'))
  return kind === 'quote' ? <blockquote>{text}</blockquote> : <p>{text}</p>
}

/** Each form ends on its own line, and is short, so that no text takes long. */
const INLINE =
  /!?\[([^\][\n]{0,500})\]\(([^\s()]{1,2000})\)|\*\*([^*\n]{1,1000})\*\*|__([^_\n]{1,1000})__|\*([^*\n]{1,1000})\*|`([^`\n]{1,1000})`/g

function inlineOf(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const found of text.matchAll(INLINE)) {
    const [whole, title, href, bold, underlined, italic, code] = found
    if (found.index > end) parts.push(<Foreign>{text.slice(end, found.index)}</Foreign>)
    end = found.index + whole.length
    if (href !== undefined) parts.push(<a href={href}>{title || href}</a>)
    else if (code !== undefined) parts.push(<code>{code}</code>)
    else if (italic !== undefined) parts.push(<em>{italic}</em>)
    else parts.push(<strong>{bold ?? underlined}</strong>)
  }
  if (end < text.length) parts.push(<Foreign>{text.slice(end)}</Foreign>)
  return parts
}
