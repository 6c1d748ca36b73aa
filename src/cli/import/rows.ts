import { type Duplex, pipeline } from 'node:stream'
import type { Issue } from '../../lib/errors.ts'
import type { Kind } from '../../objects/kinds.ts'

/** One object of a file, as the JSON text it shall be sent as: a parsed one would lose numbers and the order of keys. */
export interface Row {
  /** Where it stands: the line it begins on, or for a JSON array its position, counted from 1. */
  place: number
  /** The object as JSON; for a row that can't be read as one, what stands in the file. */
  text: string
  /** Why it can't be sent; empty for most. */
  issues: Issue[]
}

/** What is known of the objects of a file beforehand. */
export interface Expected {
  /** The fields of the objects. */
  fields: Map<string, Kind>
  /** Columns that must be there. */
  required: string[]
  /** Told what is wrong with the file as a whole but does not keep it from being read. */
  warn(message: string): void
}

/** The file as a whole can't be read, or no further. */
export class UnreadableFile extends Error {}

/** What comes out of a stream that `input` goes through. An error of either is thrown to the reader, also one that comes between two reads. */
export function through<Out>(input: AsyncIterable<unknown>, stream: Duplex): AsyncIterable<Out> {
  return pipeline(input, stream, () => {})
}
