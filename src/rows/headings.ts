/** The form in which headings are compared: capitals, blanks, `_`, `-` and the stars of required columns do not count. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\s_\-*]/g, '')
}

/** The column of each heading in its plain form. Of two equal headings the first one counts. */
export function columnsByHeading(headings: string[]): Map<string, number> {
  const columns = new Map<string, number>()
  for (const [index, heading] of headings.entries()) {
    const plain = plainHeading(heading)
    if (plain !== '' && !columns.has(plain)) columns.set(plain, index)
  }
  return columns
}
