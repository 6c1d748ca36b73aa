/** A column of a table. `fit` is what happens to it on a narrow terminal; a column without it stays complete. */
export interface Column {
  title: string
  /** `cut`: its texts end with an ellipsis. `drop`: the column is left out. */
  fit?: 'cut' | 'drop'
}

/** A column of free text. */
export function cut(title: string): Column {
  return { title, fit: 'cut' }
}

/** A less important column. On a narrow terminal the last of these is left out first. */
export function spare(title: string): Column {
  return { title, fit: 'drop' }
}

/** The width that cut texts keep while other columns can be left out, and the width that they always keep, in terminal columns. */
const COMFORTABLE = 16
const LEAST = 7
const GAP = 2

export interface Table {
  columns: Column[]
  rows: string[][]
}

/** The width of a text, in terminal columns. */
export type Width = (text: string) => number

/**
 * Fits a table into `width` terminal columns: texts are cut, then columns left out, then texts cut further. The other columns together
 * may still be too wide.
 */
export function fitted(table: Table, width: number, widthOf: Width): Table {
  const dropOrder = table.columns.flatMap(({ fit }, index) => (fit === 'drop' ? [index] : [])).reverse()
  for (let dropped = 0; dropped <= dropOrder.length; dropped++) {
    const less = without(table, dropOrder.slice(0, dropped))
    const least = dropped === dropOrder.length ? LEAST : COMFORTABLE
    const widths = shrunk(less, widthsOf(less, widthOf), { width, least })
    if (totalOf(widths) <= width || dropped === dropOrder.length) return cutTo(less, widths, widthOf)
  }
  return table
}

/** The width of each column, in terminal columns. */
export function widthsOf({ columns, rows }: Table, widthOf: Width): number[] {
  return columns.map(({ title }, index) => Math.max(...[title, ...rows.map((row) => row[index] ?? '')].map(widthOf)))
}

/** The width of a line, in terminal columns. */
export function totalOf(widths: number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1)
}

function without({ columns, rows }: Table, indexes: number[]): Table {
  const keep = <T>(cells: T[]): T[] => cells.filter((_, index) => !indexes.includes(index))
  return { columns: keep(columns), rows: rows.map(keep) }
}

/** Shrinks the widest column that may be cut, again and again, until all fit or no such column is wider than `least` and its title. */
function shrunk({ columns }: Table, widths: number[], { width, least }: { width: number; least: number }): number[] {
  const result = [...widths]
  while (totalOf(result) > width) {
    const [widest] = columns
      .map(({ title, fit }, index) => ({
        index,
        now: result[index] ?? 0,
        least: fit === 'cut' ? Math.max(least, title.length) : Number.POSITIVE_INFINITY,
      }))
      .filter(({ now, least }) => now > least)
      .sort((one, other) => other.now - one.now)
    if (!widest) break
    result[widest.index] = widest.now - 1
  }
  return result
}

function cutTo({ columns, rows }: Table, widths: number[], widthOf: Width): Table {
  return { columns, rows: rows.map((row) => row.map((cell, index) => shortened(cell, widths[index] ?? 0, widthOf))) }
}

/** The text if it fits, or its beginning with an ellipsis. */
function shortened(text: string, width: number, widthOf: Width): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const character of text) {
    if (widthOf(kept + character) > width - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}
