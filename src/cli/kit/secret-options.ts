import { Option } from 'commander'
import { readNamedFile } from './named-file.ts'

/** How a command that calls an endpoint of the developer's own gets the signing secret, and what it trusts. */
export interface SecretOptions {
  secret?: string
  secretFile?: string
  ca?: string
}

export const secretOption = () =>
  new Option(
    '--secret <whsec>',
    'signing secret; others on this machine see arguments, so rather use the variable or --secret-file',
  ).env('STOREWIRE_REFUND_SECRET')

export const secretFileOption = () => new Option('--secret-file <file>', 'file that holds the signing secret')

export const caOption = () =>
  new Option(
    '--ca <file>',
    'certificates (PEM) to trust instead of the well-known ones, for one that you made yourself',
  )

/** @throws Error where no secret is given, or what is given can't be one */
export function readSecret({ secret, secretFile }: SecretOptions): string {
  // A file that was named counts more than a variable that happens to be set.
  const found = secretFile === undefined ? secret : readNamedFile(secretFile).trim()
  if (found === undefined)
    throw new Error('The signing secret is missing: set STOREWIRE_REFUND_SECRET, or give --secret-file or --secret.')
  if (/^whsec_\S+$/.test(found)) return found
  throw new Error('The signing secret begins with "whsec_", which is part of it: give all of it, as it was shown.')
}

export function readCa({ ca }: SecretOptions): { ca?: string } {
  return ca === undefined ? {} : { ca: readNamedFile(ca) }
}
