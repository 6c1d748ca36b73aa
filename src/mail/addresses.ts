import { domainToASCII } from 'node:url'
import * as v from 'valibot'

/** The longest address that SMTP carries. */
const MOST_LENGTH = 254

const Address = v.pipe(v.string(), v.maxLength(MOST_LENGTH), v.rfcEmail())

/**
 * An address that mail can be sent to, with its domain in lower case and in ASCII; undefined if the text is not one. Other texts are
 * never written into a mail: a line break in an address would begin a header of its own.
 */
export function mailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const domain = domainToASCII(text.slice(at + 1).trim())
  const parsed = v.safeParse(Address, `${text.slice(0, Math.max(at, 0)).trim()}@${domain}`)
  return parsed.success ? parsed.output : undefined
}

/** The domain of a checked address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
