import { Option } from 'commander'
import { readNamedFile } from './named-file.ts'

/** The signing secret and the trusted certificates of a command that calls the developer's own endpoint. */
export interface SecretOptions {
  secret?: string
  secretFile?: string
  ca?: string
}

export const secretOption = () =>
  new Option(
    '--secret <whsec>',
    'signing secret; other users of this machine can read it, so prefer the variable or --secret-file',
  ).env('STOREWIRE_REFUND_SECRET')

export const secretFileOption = () => new Option('--secret-file <file>', 'file that holds the signing secret')

export const caOption = () =>
  new Option(
    '--ca <file>',
    'PEM file of certificates to trust instead of the public ones, for a self-signed certificate',
  )

/** @throws Error if the secret is missing or invalid */
export function readSecret({ secret, secretFile }: SecretOptions): string {
  // A named file wins over a variable, which may be set for another purpose.
  const found = secretFile === undefined ? secret : readNamedFile(secretFile).trim()
  if (found === undefined)
    throw new Error('The signing secret is missing: set STOREWIRE_REFUND_SECRET, or give --secret-file or --secret.')
  if (/^whsec_\S+$/.test(found)) return found
  throw new Error(
    'Invalid signing secret: it does not start with "whsec_" or contains a space. Give the whole secret, as it was shown.',
  )
}

export function readCa({ ca }: SecretOptions): { ca?: string } {
  return ca === undefined ? {} : { ca: readNamedFile(ca) }
}
