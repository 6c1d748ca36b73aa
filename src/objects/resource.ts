import type * as v from 'valibot'
import type { Reader, Tx } from '../store/store.ts'

/** A pushed object after validation: times as epoch milliseconds, each `custom` as its JSON text, null for a field to be cleared. */
export type PushedObject = { id: string; updatedAt: number } & Record<string, unknown>

/** What is kept beside pushed objects, shown with them, and erased with them. */
export interface Beside {
  /** How to show it in an object's fields, by id; for the ids that have any. */
  read(
    reader: Reader,
    workspaceId: string,
    ids: string[],
  ): Promise<Map<string, (fields: Record<string, unknown>) => void>>
  /** @returns how many rows it erased */
  erase(tx: Tx, workspaceId: string, id: string): Promise<number>
}

/** One type of object that a shop pushes: its name in addresses and tables, and everything that sets it apart from the others. */
export interface Resource {
  /** In addresses, and the name of its table. */
  name: string
  /** One such object, in words. */
  noun: string
  schema: v.GenericSchema<unknown, PushedObject>
  /** Whether its objects may name a person: erasing one erases what else is kept of them. */
  isPersonal: boolean
  /** What erasing one erases besides, for the API reference. */
  erasedBesides?: string
  /** What agents keep beside its objects. */
  beside?: Beside
  /** Shown in the API reference. */
  example: { id: string } & Record<string, unknown>
  /** Columns beside `data` that objects are found by, and the field that each repeats. */
  columns: Record<string, string>
  /** Most objects in one synchronous call (API reference, Limits). */
  maxPerCall: number
  /** Most objects in one bulk call; null if there is none. */
  maxPerBatch: number | null
  /** Most bytes of one pushed object, as the JSON that is stored. */
  maxBytes: number
  /** A second limit of one call, on the entries of a nested array in all its objects together. */
  maxNested?: { field: string; max: number }
  /** Which of the operator's byte limits a synchronous call has. */
  callSize: 'small' | 'large'
}

const MIB = 1024 * 1024
/** Most bytes of one object, as the JSON that is stored: what one page of a list, one transaction and one message between threads can carry. */
export const MAX_OBJECT_BYTES = 4 * MIB
