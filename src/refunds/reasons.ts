/** Why a customer asks for money back. */
export const reasonKinds = ['defect', 'not_received', 'return', 'other'] as const
export type ReasonKind = (typeof reasonKinds)[number]

/** The reason in requests to the shop: the kind and, after a colon, the note of an agent. */
export function reasonText(kind: ReasonKind, note: string | null): string {
  return note ? `${kind}: ${note}` : kind
}
