/** Spreadsheets write commas, semicolons or tabs, depending on the country. No field name contains one of them. */
export function delimiterOf(heading: string): string {
  return /[,;\t]/.exec(heading)?.[0] ?? ','
}

/** The cells of one record of a table. */
export function cellsOf(record: string, delimiter: string): string[] {
  const text = record.replace(/\r?\n$/, '')
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (text[at] === '"') {
      const [cell, end] = quotedCell(text, at + 1)
      cells.push(cell)
      at = end
    } else {
      const end = text.indexOf(delimiter, at)
      cells.push(text.slice(at, end < 0 ? text.length : end))
      at = end < 0 ? text.length : end
    }
    if (text[at] !== delimiter) return cells
    at++
  }
}

/** @param from behind the opening quote @returns the cell, and the place behind it */
function quotedCell(text: string, from: number): [cell: string, end: number] {
  let end = from
  while (end < text.length && !(text[end] === '"' && text[end + 1] !== '"')) end += text[end] === '"' ? 2 : 1
  return [text.slice(from, end).replaceAll('""', '"'), end + 1]
}
