/** Why a customer asks for money back. */
export const reasonKinds = ['defect', 'not_received', 'return', 'other'] as const
export type ReasonKind = (typeof reasonKinds)[number]

/** How the shop is told why: the kind of issue and, after a colon, what an agent wrote. */
export function reasonOf(kind: ReasonKind, note: string | null): string {
  return note ? `${kind}: ${note}` : kind
}
