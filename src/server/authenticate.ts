import type { IncomingMessage } from 'node:http'
import type { KeyKind } from '../access/key-format.ts'
import { findKeyHolder, type KeyHolder } from '../access/keys.ts'
import { ApiError } from '../lib/errors.ts'
import type { Reader } from '../store/session.ts'

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i

/** The token that a request carries. */
export function bearer({ headers }: IncomingMessage): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1]
}

/** The record of the key that a request carries, if it is valid and of the right kind. Unknown, revoked and wrong kind look the same. */
export async function authenticate(
  reader: Reader,
  req: IncomingMessage,
  kind: KeyKind,
): Promise<KeyHolder | undefined> {
  const key = bearer(req)
  const holder = key === undefined ? undefined : await findKeyHolder(reader, key)
  return holder?.kind === kind ? holder : undefined
}

export function unauthorized(headers: Record<string, string>): ApiError {
  return new ApiError('UNAUTHORIZED', 'Send a valid secret key of your workspace as "Authorization: Bearer sk_…".', {
    headers: { ...headers, 'www-authenticate': 'Bearer' },
  })
}
