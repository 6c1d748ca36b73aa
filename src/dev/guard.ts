import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { ApiError } from '../lib/errors.ts'

const LOCALHOST = /^(.+\.)?localhost$/

/**
 * Lets through what a developer sends, and refuses what a web page makes their browser send: to a name that was made to lead
 * here (DNS rebinding), or from a page of another origin.
 *
 * @param ownHost the host that the server was told to listen on
 * @throws ApiError FORBIDDEN
 */
export function refuseStrangers({ headers, method }: IncomingMessage, ownHost: string): void {
  const { host = '', origin } = headers
  const name = URL.parse(`http://${host}/`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  if (!isIP(name) && !LOCALHOST.test(name) && name !== ownHost)
    throw new ApiError(
      'FORBIDDEN',
      'The /dev addresses answer to localhost and to addresses in numbers alone: use 127.0.0.1.',
    )
  if (origin !== undefined && origin !== `http://${host}`)
    throw new ApiError('FORBIDDEN', 'The /dev addresses take nothing from pages of other origins: open /dev itself.')
  const site = headers['sec-fetch-site']
  if (method !== 'GET' && site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new ApiError('FORBIDDEN', 'The /dev addresses take nothing from pages of other origins: open /dev itself.')
}
