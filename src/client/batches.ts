/** The most that one request may carry. */
export interface Limits {
  objects: number
  /** UTF-8 bytes of all objects together. */
  bytes: number
  /** A second limit on the entries of a nested array in all objects together. */
  nested?: { field: string; max: number }
}

/** An object to be pushed, as JSON. */
export interface Piece {
  text: string
  /** UTF-8 bytes, or a bound for them where more can't matter. */
  bytes: number
  /** Entries that count for the limit on nested arrays. */
  nested: number
}

/** Objects that go into one request. */
export interface PieceBatch {
  pieces: Piece[]
  bytes: number
  nested: number
}

/** @throws TypeError when the object can't be written as JSON */
export function pieceOf(object: unknown, limits: Limits): Piece {
  return sized(JSON.stringify(object) ?? 'null', object, limits)
}

/** A piece whose JSON text is there already: a parsed object would lose numbers and the order of keys. */
export function pieceOfText(text: string, limits: Limits): Piece {
  return sized(text, limits.nested && JSON.parse(text), limits)
}

function sized(text: string, object: unknown, { objects, bytes: max, nested }: Limits): Piece {
  // No UTF-16 unit takes more than three bytes: small objects need not be counted exactly.
  const bound = text.length * 3 + 1
  const bytes = bound <= max / objects ? bound : new TextEncoder().encode(text).length + 1
  const entries = nested && (object as Record<string, unknown> | null)?.[nested.field]
  return { text, bytes, nested: Array.isArray(entries) ? entries.length : 0 }
}

export function emptyBatch(): PieceBatch {
  return { pieces: [], bytes: 0, nested: 0 }
}

/** Whether a request may carry the piece, too. An object that is too large for any request goes alone, for the server to say so. */
export function fits(batch: PieceBatch, piece: Piece, limits: Limits): boolean {
  if (batch.pieces.length === 0) return true
  return (
    batch.pieces.length < limits.objects &&
    batch.bytes + piece.bytes <= limits.bytes &&
    batch.nested + piece.nested <= (limits.nested?.max ?? 0)
  )
}

export function add(batch: PieceBatch, piece: Piece): void {
  batch.pieces.push(piece)
  batch.bytes += piece.bytes
  batch.nested += piece.nested
}

/** Objects in their order, as few requests as the limits allow. */
export function* split(objects: Iterable<unknown>, limits: Limits): Generator<PieceBatch> {
  let batch = emptyBatch()
  for (const object of objects) {
    const piece = pieceOf(object, limits)
    if (!fits(batch, piece, limits)) {
      yield batch
      batch = emptyBatch()
    }
    add(batch, piece)
  }
  if (batch.pieces.length > 0) yield batch
}

/** The body of a request, JSON. `more` holds fields beside the objects. */
export function bodyOf({ pieces }: PieceBatch, more: Record<string, string> = {}): string {
  const fields = Object.entries(more).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
  return `{${fields.join('')}"data":[${pieces.map(({ text }) => text).join(',')}]}`
}
