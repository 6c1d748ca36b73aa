import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../assistant/phrases/sides/', import.meta.url))
const SEED = 'storewire sides 1'
/** One in so many phrases is held out. */
const HELD_OUT = 3

export type Line = 'missing' | 'items' | 'wanted' | 'about'

/** A phrase near a line that must not be crossed, and its side of the line: the section of its file. */
export interface Sided {
  text: string
  language: string
  side: string
  isHeldOut: boolean
}

/** The phrases of `test/assistant/phrases/sides` for one line, in all languages. */
export function sidesOf(line: Line): Sided[] {
  const files = readdirSync(folder).filter((name) => name.startsWith(`${line}.`))
  return files.flatMap((file) => {
    let side = ''
    const [, language = ''] = file.split('.')
    return readFileSync(folder + file, 'utf8')
      .split('\n')
      .flatMap((text): Sided[] => {
        const section = /^\[([a-z]+)\]$/.exec(text)?.[1]
        if (section !== undefined) side = section
        if (section !== undefined || text === '' || text.startsWith(';')) return []
        return [{ text, language, side, isHeldOut: isHeldOut(file, text) }]
      })
  })
}

function isHeldOut(file: string, text: string): boolean {
  return createHash('sha256').update(`${SEED}\n${file}\n${text}`).digest().readUInt32BE() % HELD_OUT === 0
}

/** How many of some phrases are on the right side. */
export function shareOf(judged: { isRight: boolean }[]): number {
  return judged.filter(({ isRight }) => isRight).length / judged.length
}
