import type { ApiError } from '../api-error.ts'

/** Why the server refused a new password; undefined if something else is wrong, or nothing. */
export function weakPassword(error: ApiError | null): string | undefined {
  return error?.reason === 'weak_password' ? error.message : undefined
}
