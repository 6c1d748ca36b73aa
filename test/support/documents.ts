import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

const PAGES = ['README.md', 'SECURITY.md', 'docs/*.md', 'src/client/README.md']
/** Their comments have the steps of operators. */
const COPIED = ['nginx.conf', 'Caddyfile', 'storewire.service', 'Dockerfile']

/** What people read of storewire, by file name: pages, and the files that operators copy. */
export function documents(): Map<string, string> {
  const names = globSync([...PAGES, ...COPIED.map((name) => `scripts/deploy/${name}`)], { cwd: root }).sort()
  return new Map(names.map((name) => [name, source(name)]))
}

/** The pages among the {@link documents}. */
export function pages(): Map<string, string> {
  return new Map([...documents()].filter(([name]) => name.endsWith('.md')))
}

/** A file of the repository. */
export function source(name: string): string {
  return readFileSync(root + name, 'utf8')
}

/** The pieces of code of a page: what is between backticks, and each line of a code block. A `\` at the end of a line joins it with the next. */
export function codeOf(markdown: string): string[] {
  const blocks: string[] = []
  const text = markdown.replace(/^ *```\w*\n([\s\S]*?)^ *```$/gm, (_, block: string) => {
    blocks.push(...block.replaceAll(/\\\n\s*/g, '').split('\n'))
    return ''
  })
  const spans = [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s*\n\s*/g, ' '))
  return [...spans, ...blocks]
}

/** The rows of the tables of a page whose first column has this heading, as cells. */
export function rowsOf(markdown: string, heading: string): string[][] {
  const rows: string[][] = []
  let isTable = false
  for (const line of markdown.split('\n')) {
    const cells = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
      .slice(1, -1)
    if (!line.startsWith('|')) isTable = false
    else if (cells[0] === heading) isTable = true
    else if (isTable && !line.startsWith('|-')) rows.push(cells)
  }
  return rows
}
