import type { Type } from '../data/place.ts'
import { data as t } from '../texts/en/data.ts'

/** What people call an object. */
export function titleOf(type: Type, object: Record<string, unknown>): string {
  const { name, number, subject, title, trackingNumber, email, id } = object
  const found = [name, number, subject, title, trackingNumber, email, id].find((one) => typeof one === 'string' && one)
  return `${t.nouns[type]} ${found}`
}

/** The name of a field as words: `placedAt` is shown with a space and a capital. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])|([a-z])(\d)/g, '$1$3 $2$4')
    .toLowerCase()
    .replace(/\b(id|url|sku)\b/g, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
