/** A body before its checks. */
export interface RawBody {
  bytes: Uint8Array
  /** Whether ignored fields are issues. */
  strict: boolean
}

/** A body after its checks. */
export interface Checked {
  value: unknown
  /** Unknown and empty fields, such as `items[].colour`, by the index of their object in `data`. `value` does not contain them. */
  ignored: Ignored
}

export type Ignored = ReadonlyMap<number, string[]>

export const NONE_IGNORED: Ignored = new Map()

/** What a part of a request is that its route does not declare. */
export const UNDECLARED: Checked = { value: undefined, ignored: NONE_IGNORED }
