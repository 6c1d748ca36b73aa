/** What is wrong with one value. `path` leads from the object to the value. */
export interface RowIssue {
  path: (string | number)[]
  message: string
}

/** One object of a file, as the JSON text to send: parsing would lose digits of numbers and the order of keys. */
export interface ImportRow {
  /** The number of its first line, or its position in a JSON array, counted from 1. */
  place: number
  /** The object as JSON; for an invalid row, the text of the file. */
  text: string
  /** Why the row can't be sent; empty for most rows. */
  issues: RowIssue[]
}
