import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { DomainError } from '../lib/errors.ts'

/** Where copies are kept: `s3://bucket/prefix`. */
export interface BucketPlace {
  /** As it was given, without a slash at its end. */
  text: string
  bucket: string
  /** Before the names of all copies: empty, or with a slash at its end. */
  prefix: string
}

const FORM = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/

export function isPlace(text: string): boolean {
  return text.startsWith('s3://')
}

/** @throws DomainError BAD_REQUEST */
export function parsePlace(text: string): BucketPlace {
  const [, bucket, path = ''] = FORM.exec(text) ?? []
  if (bucket === undefined || /^\/|\/\//.test(path) || path.split('/').some((name) => name === '.' || name === '..'))
    throw new DomainError(
      'BAD_REQUEST',
      'invalid_place',
      `${text} is not a place for copies. Its form is s3://bucket/prefix, with letters, digits and - _ . / in the prefix.`,
    )
  const prefix = path.replace(/\/$/, '')
  return { text: `s3://${bucket}${prefix && `/${prefix}`}`, bucket, prefix: prefix && `${prefix}/` }
}

/**
 * The address of a service with the protocol of Amazon S3.
 *
 * @param text https, or http on this machine
 * @throws DomainError BAD_REQUEST
 */
export function parseService(text: string): URL {
  const url = URL.parse(text)
  const isPlain =
    url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (url && isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    return url
  throw new DomainError(
    'BAD_REQUEST',
    'invalid_service',
    `${text} is not an address for copies. Give https:// and a host, such as https://s3.example.com. Plain http is only for this machine.`,
  )
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return host === 'localhost' || (isIP(bare) !== 0 && ipaddr.parse(bare).range() === 'loopback')
}
