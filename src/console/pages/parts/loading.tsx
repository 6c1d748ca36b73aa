import { en } from '../texts/en.ts'

/** Shown only after a moment, since most data is there before. */
export function Loading() {
  return (
    <p class="loading" role="status">
      {en.common.loading}
    </p>
  )
}
