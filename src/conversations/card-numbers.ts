import { DomainError } from '../lib/errors.ts'
import { listObjects } from '../objects/find/read.ts'
import type { Resource } from '../objects/resource.ts'
import { orders } from '../objects/types/order.ts'
import { shipments } from '../objects/types/shipment.ts'
import type { Reader } from '../store/store.ts'

/** How the numbers of a card network begin, and how many digits they have. */
const NETWORKS: [begins: RegExp, lengths: number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(30[0-5]|3[689])/, [14, 16]],
  [/^(6011|64[4-9]|65)/, [16, 17, 18, 19]],
  [/^35(2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(5018|5020|5038|5893|6304|6759|676[1-3])/, [13, 14, 15, 16, 17, 18, 19]],
]

const SHORTEST = 13
/** Digits with spaces or dashes between them. */
const DIGITS = /\d(?:[ \u00A0-]?\d)*/g
const MASK = '•'

/**
 * Replaces the digits of card numbers: what has the beginning, length and check digit of a card network, and is no order or tracking
 * number of the workspace.
 */
export async function maskCardNumbers(reader: Reader, workspaceId: string, text: string): Promise<string> {
  let masked = text
  for (const { at, written } of cardNumbersIn(text)) {
    if (await isKnown(reader, workspaceId, written)) continue
    masked = masked.slice(0, at) + written.replaceAll(/\d/g, MASK) + masked.slice(at + written.length)
  }
  return masked
}

interface Found {
  at: number
  written: string
}

/** What may be a card number: whole groups of digits side by side, that other numbers may follow. */
function cardNumbersIn(text: string): Found[] {
  const found: Found[] = []
  for (const { 0: run, index } of text.matchAll(DIGITS)) {
    const places = [...run.matchAll(/\d/g)].map((digit) => digit.index)
    for (let from = 0; from + SHORTEST <= places.length; from++) {
      const length = isBegin(run, places[from] ?? 0) ? lengthFrom(run, places, from) : 0
      if (length === 0) continue
      const [first = 0, last = 0] = [places[from], places[from + length - 1]]
      found.push({ at: index + first, written: run.slice(first, last + 1) })
      from += length - 1
    }
  }
  return found
}

function isBegin(run: string, at: number): boolean {
  return at === 0 || !/\d/.test(run[at - 1] ?? '')
}

/** How many digits the card number has that begins at a digit; 0 if there is none. */
function lengthFrom(run: string, places: number[], from: number): number {
  const digits = places
    .slice(from, from + 19)
    .map((place) => run[place])
    .join('')
  const lengths = NETWORKS.find(([begins]) => begins.test(digits))?.[1] ?? []
  const fits = (length: number) => {
    const last = places[from + length - 1]
    return last !== undefined && !/\d/.test(run[last + 1] ?? '') && hasCheckDigit(digits.slice(0, length))
  }
  return lengths.toReversed().find(fits) ?? 0
}

/** The check of Luhn. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

async function isKnown(reader: Reader, workspaceId: string, written: string): Promise<boolean> {
  const has = async (resource: Resource, filters: Record<string, string>) => {
    try {
      return (await listObjects(reader, resource, workspaceId, { filters, limit: 1 })).data.length > 0
    } catch (error) {
      // After an update, until the index is built: then rather too much is masked.
      if (error instanceof DomainError && error.reason === 'filters_not_ready') return false
      throw error
    }
  }
  for (const number of new Set([written, written.replaceAll(/\D/g, '')]))
    if ((await has(orders, { number })) || (await has(shipments, { trackingNumber: number }))) return true
  return false
}
