import type * as v from 'valibot'
import type { Reader, Tx } from '../store/store.ts'
import type { Filter } from './find/filter.ts'

/**
 * A field whose text is searched: `title`, the entries of a list (`tags[]`), a field of each entry (`variants[].sku`), or all values
 * of an object in each entry (`variants[].options.*`). Entries with the flag `unless` are left out.
 */
export type SearchedPath = string | { path: string; unless: string }

/** What a search finds objects of a type by. Words of names count most, then marks, then the body. */
export interface Searched {
  /** What people call the object. Of products and articles also parts of these words are found. */
  names: SearchedPath[]
  /** Short texts that describe the object. */
  marks: SearchedPath[]
  /** Long texts. */
  body: SearchedPath[]
  /** By how much an object counts more than others with the same words; default 1. */
  favor?(object: Record<string, unknown>): number
}

/** A pushed object after validation: times in epoch milliseconds, each `custom` as JSON text, null for a field to clear. */
export type PushedObject = { id: string; updatedAt: number } & Record<string, unknown>

/** Data stored separately from pushed objects, but shown and erased with them. */
export interface Beside {
  /** Returns the data by id, as plain values; ids without data are absent. */
  read(reader: Reader, workspaceId: string, ids: string[]): Promise<Map<string, string[]>>
  /** Adds the data of an object to its fields. */
  add(fields: Record<string, unknown>, data: string[]): void
  /** @returns the number of erased rows */
  erase(tx: Tx, workspaceId: string, id: string): Promise<number>
}

/** One type of object that shops push. */
export interface Resource {
  /** Plural, in paths and as the name of the table. */
  name: string
  /** Singular, in messages. */
  noun: string
  /** Description in the API reference. */
  about: string
  schema: v.GenericSchema<unknown, PushedObject>
  /** Whether the objects may name a person. Erasing such an object also erases the person's other data. */
  isPersonal: boolean
  /** For the API reference: what else is erased with an object. */
  erasedBesides?: string
  /** Data that agents add to the objects. */
  beside?: Beside
  /** Shown in the API reference. */
  example: { id: string } & Record<string, unknown>
  /** Filters of the list. Their values are stored in columns beside `data`, and in `filter_entries`. */
  filters: Filter[]
  /** For types that are shown like all others: the fields of a list, the name first. The last one is left out where there is little room. */
  listed?: string[]
  /** What a search by words finds the objects by; undefined: it finds none of them. */
  searched?: Searched
  /** Most objects in one synchronous call (API reference, Limits). */
  maxPerCall: number
  /** Most objects in one bulk call; null if there is none. */
  maxPerBatch: number | null
  /** Most bytes of one pushed object, as the JSON that is stored. */
  maxBytes: number
  /** A second limit of one call: most entries of a nested array, in all its objects together. */
  maxNested?: { field: string; max: number }
  /** Which byte limit of the operator applies to a synchronous call. */
  callSize: 'small' | 'large'
}

const MIB = 1024 * 1024
/** Most bytes of one object, as stored JSON. One page of a list, one transaction and one message between threads must hold an object. */
export const MAX_OBJECT_BYTES = 4 * MIB
