/** A shop system that a workspace can be connected to. Another one is a word here, its texts on the page Shop, and its plugin. */
export interface ConnectionKind {
  name: string
  /** What people call it. */
  title: string
  /** The file of its plugin, which this server serves. */
  plugin: string
  /** Days after which a shipped order without parcels counts as delivered, for systems that push no parcels; null: it pushes them. */
  assumeDeliveredAfterDays: number | null
}

export const connectionKinds = [
  { name: 'woocommerce', title: 'WooCommerce', plugin: 'storewire-woocommerce.zip', assumeDeliveredAfterDays: 7 },
] as const satisfies ConnectionKind[]

export type KindName = (typeof connectionKinds)[number]['name']

export const kindNames = connectionKinds.map(({ name }) => name)

export function kindOf(name: KindName): ConnectionKind {
  const kind = connectionKinds.find((candidate) => candidate.name === name)
  if (!kind) throw new Error(`there is no kind of connection ${name}`)
  return kind
}
