import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The broken links of a Markdown file below `root`: the file or the heading is missing. */
export function deadLinks(root: string, page: string): string[] {
  return linksOf(readFileSync(join(root, page), 'utf8'))
    .filter((link) => !isAddress(link) && !leadsSomewhere(root, page, link))
    .map((link) => `${page}: ${link}`)
}

const isAddress = (link: string) => /^[a-z]+:/.test(link)

function linksOf(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
}

function leadsSomewhere(root: string, page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? join(root, page) : join(root, dirname(page), path)
  if (relative(root, file).startsWith('..') || !existsSync(file)) return false
  return anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor)
}

/** The anchor of a heading on GitHub: lower case, no punctuation, hyphens for spaces. */
function anchorsOf(markdown: string): string[] {
  return [...withoutBlocks(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

const withoutBlocks = (markdown: string) => markdown.replace(/^```[\s\S]*?^```$/gm, '')
/** Removes code spans, except those that are the text of a link. */
const withoutCode = (markdown: string) => withoutBlocks(markdown).replace(/(?<!\[)`[^`\n]*`(?!\])/g, '')
