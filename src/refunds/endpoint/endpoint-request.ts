/** How the shop's program is to refund: move the money, or only note the wish. */
export type RefundMode = 'execute' | 'request'

/** One line of an order and how many pieces of it are refunded; `itemId` is the order line's own id. */
export interface RefundLine {
  itemId: string
  quantity: number
}

export interface PreviewData {
  /** Empty in a preview, which comes before there is a refund. */
  actionId: string
  orderId: string
  customerId: string | null
  /** Empty: the shop decides by order and reason. */
  lines: RefundLine[]
  /** `defect`, `not_received`, `return` or `other`, followed by `: <note>` where an agent wrote one. */
  reason: string
  mode: RefundMode
}

export interface CreateData extends PreviewData {
  /** Minor units; the number that the customer confirmed. */
  amount: number
  /** Three capitals. */
  currency: string
}

interface DataOf {
  ping: Record<string, never>
  'refund.preview': PreviewData
  'refund.create': CreateData
}

export type RequestType = keyof DataOf

interface RequestOf<Type extends RequestType> {
  /** The delivery's id, a new one at every try. */
  id: string
  type: Type
  /** The workspace's id. */
  workspace: string
  /** When it is sent, in epoch milliseconds. */
  createdAt: number
  /** The same at every try; of `refund.create` the refund's action id. */
  idempotencyKey: string
  data: DataOf[Type]
}

/** The body of a request to the shop's refund endpoint. */
export type EndpointRequest = { [Type in RequestType]: RequestOf<Type> }[RequestType]
