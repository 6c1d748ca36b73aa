import type { DataDetail } from '../api-types.ts'
import { FieldList } from './fields.tsx'

/** Shown apart: the shop's own fields, and the text of an article. */
const APART = ['custom', 'body']

/** Every field that was pushed. */
export function AllFields({ detail: { object } }: { detail: DataDetail }) {
  const fields = Object.entries(object).filter(([name, value]) => value !== null && !APART.includes(name))
  return <FieldList fields={Object.fromEntries(fields)} />
}
