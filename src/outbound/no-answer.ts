import type { DomainError } from '../lib/errors.ts'

/** Why no complete response arrived, as a code for programs. */
export type TransportReason = 'address_refused' | 'dns' | 'connection' | 'tls' | 'timeout' | 'too_large' | 'encoded'

/** It is unknown what the other side did. `explanation` is for its developer. */
export interface NoAnswer<Reason extends string = TransportReason> {
  kind: 'no_answer'
  reason: Reason
  explanation: string
  /** For `address_refused`: the reason code. */
  refusal?: string
}

export function noAnswer<Reason extends string>(reason: Reason, explanation: string): NoAnswer<Reason> {
  return { kind: 'no_answer', reason, explanation }
}

/** The verdict for an endpoint whose address is not allowed. */
export function addressRefused({ message, reason }: DomainError): NoAnswer {
  return { ...noAnswer('address_refused', message), refusal: reason }
}
