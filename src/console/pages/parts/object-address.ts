import { at } from '../base.ts'

/** The address of an object that the shop pushed. */
export function objectAddress(type: string, id: string): string {
  return at(`/data/${type}/${encodeURIComponent(id)}`)
}
