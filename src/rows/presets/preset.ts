import type { Answers } from '../answers.ts'
import type { Json, JsonObject } from '../json-object.ts'
import type { Decimals } from '../money.ts'
import type { BadCell } from '../problem.ts'

/** The types of objects that files of shop systems have. */
export type ShopType = 'orders' | 'products' | 'customers' | 'tickets'

/** What one object is made with. */
export interface ObjectContext {
  answers: Answers
  /** Of the amounts of this object; undefined if it has none. */
  currency: string | undefined
  decimals: Decimals
  /** The time of the import, in epoch milliseconds. */
  now: number
  /** Rejects the object. @param field the path of the field, joined by dots; empty for the whole object */
  reject(field: string, message: string): void
}

/** The value of a cell that is not empty; undefined leaves the field out. */
export type CellReader = (cell: string, context: ObjectContext) => Json | BadCell | undefined

/** `amount` and `id` may not differ in the rows of one object. */
export type FieldKind = 'text' | 'id' | 'amount' | 'time' | 'utc'

/** Where a field comes from: the first of these columns that the file has. */
export interface Field {
  names: string[]
  kind: FieldKind
  read: CellReader
}

/** The cells of one record, without blanks around them. */
export interface CellsOf {
  /** The cell of the first of these columns that the file has; empty if it has none of them. */
  (...names: string[]): string
  /** The cell of a field's column. */
  of(field: Field): string
}

/** A list of an object with an entry for each record that has one. */
export interface ListOfRecords {
  /** @param count the records of the object */
  has(cell: CellsOf, count: number): boolean
  fields: Record<string, Field>
  /** Completes an entry. */
  each?(entry: JsonObject, cell: CellsOf, beside: BesideEntry): void
}

/** What an entry of a list is completed with. */
export interface BesideEntry {
  /** In the list, from 0. */
  place: number
  object: JsonObject
  /** The first record of the object. */
  first: CellsOf
  context: ObjectContext
}

/** The format of one table of a shop system. */
export interface TablePreset {
  /** As people name it in a command, such as `shopify-orders`. */
  name: string
  /** As people see it, such as `Shopify orders`. */
  label: string
  type: ShopType
  /** The columns that a file must have, each with its names in all dialects. */
  needs: string[][]
  /** The headings that columns have by their positions, for files in a language that has no names here; undefined for other files. */
  headingsOf?(headings: string[]): string[] | undefined
  /** The columns of the object's key. */
  key: string[]
  /** The key of a record that is not simply a cell. */
  keyOf?(cell: CellsOf): string
  aliasOf?(cell: CellsOf): string
  /** Whether a record has the cells of the object itself; each object must have one. Without it, all records may. */
  isHead?(cell: CellsOf): boolean
  /** The columns of the currency; without one people are asked. */
  currency?: string[]
  /** The currency that a heading names. */
  currencyOf?(headings: string[]): string | undefined
  /** The times of which the latest is `updatedAt`. */
  ages: Field[]
  /** The fields of the object, by their paths. */
  fields: Record<string, Field>
  /** Completes the object from its records, such as its id and status, before its lists are made. */
  finish?(object: JsonObject, records: CellsOf[], context: ObjectContext): void
  lists?: Record<string, ListOfRecords>
  /** What people must know before they import, such as that ids are made. `has` is true if the file has one of the columns. */
  notes?(has: (...names: string[]) => boolean): string[]
}

export interface ListOfEntries {
  from: string
  fields: Record<string, Field>
  /** Completes an entry. @param place in the list, from 0 */
  each?(entry: JsonObject, source: JsonObject, place: number, object: JsonObject): void
}

/** The format of the objects in a JSON file of a shop system. */
export interface JsonPreset {
  name: string
  label: string
  type: ShopType
  /** Whether the first object of a file has this format. @param list the name of the list that it is in */
  fits(object: JsonObject, list: string): boolean
  currency?: string[]
  /** The times of which the latest is `updatedAt`. */
  ages: Field[]
  fields: Record<string, Field>
  /** Lists of the object, each from a list of the source. */
  lists?: Record<string, ListOfEntries>
  /** Completes the object, before its lists are made. */
  finish?(object: JsonObject, source: JsonObject, context: ObjectContext): void
}
