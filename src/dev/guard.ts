import type { IncomingMessage } from 'node:http'
import { HttpError } from '../http/errors.ts'

/**
 * Refuses what a web page of another origin makes a developer's browser send to the /dev addresses, which take no key.
 *
 * @throws DomainError FORBIDDEN
 */
export function refuseOtherPages({ headers, method }: IncomingMessage): void {
  const { host, origin } = headers
  if (origin !== undefined && origin !== `http://${host}`)
    throw new HttpError(
      'FORBIDDEN',
      'other_page',
      'The /dev addresses take nothing from pages of other origins: open /dev itself.',
    )
  const site = headers['sec-fetch-site']
  if (method !== 'GET' && site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new HttpError(
      'FORBIDDEN',
      'other_page',
      'The /dev addresses take nothing from pages of other origins: open /dev itself.',
    )
}
