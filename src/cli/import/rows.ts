import { type Duplex, pipeline } from 'node:stream'
import type { Kind } from '../../objects/kinds.ts'

/** What the objects of a file must look like. */
export interface Expected {
  /** The fields of the objects. */
  fields: Map<string, Kind>
  /** Required columns. */
  required: string[]
  /** Receives warnings about the file that do not stop the import. */
  warn(message: string): void
}

/** The file can't be read at all, or not to its end. */
export class UnreadableFile extends Error {}

/** Pipes `input` through `stream`. The reader gets every error of either, even one between two reads. */
export function through<Out>(input: AsyncIterable<unknown>, stream: Duplex): AsyncIterable<Out> {
  return pipeline(input, stream, () => {})
}
