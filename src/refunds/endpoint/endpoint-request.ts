import { createHmac } from 'node:crypto'
import { standardHeaders } from '../../outbound/signing.ts'

/** What the endpoint does with a refund: pay the money back (`execute`), or only note the request (`request`). */
export type RefundMode = 'execute' | 'request'

/** An order line to refund, by its id, with the number of pieces. */
export interface RefundLine {
  itemId: string
  quantity: number
}

export interface PreviewData {
  /** Empty in a preview, since there is no refund yet. */
  actionId: string
  orderId: string
  customerId: string | null
  /** If empty, the shop decides from order and reason. */
  lines: RefundLine[]
  /** `defect`, `not_received`, `return` or `other`, followed by `: <note>` if an agent wrote a note. */
  reason: string
  mode: RefundMode
}

export interface CreateData extends PreviewData {
  /** The amount that the customer confirmed, in minor units. */
  amount: number
  /** Three capital letters. */
  currency: string
}

interface DataOf {
  ping: Record<string, never>
  'refund.preview': PreviewData
  'refund.create': CreateData
}

export type RequestType = keyof DataOf

interface RequestOf<Type extends RequestType> {
  /** Id of the delivery, new for every try. */
  id: string
  type: Type
  /** Id of the workspace. */
  workspace: string
  /** When the request is sent, in epoch milliseconds. */
  createdAt: number
  /** The same for every try. For `refund.create` it is the action id. */
  idempotencyKey: string
  data: DataOf[Type]
}

/** The body of a request to the shop's refund endpoint. */
export type EndpointRequest = { [Type in RequestType]: RequestOf<Type> }[RequestType]

/** The string that `service-signature` signs. @param timestamp unix seconds */
export function signedContent(timestamp: number, body: string): string {
  return `${timestamp}.${body}`
}

/**
 * The headers of one request to a refund endpoint, with two signatures: `service-signature`, and that of Standard Webhooks, which has
 * libraries in most languages. Their keys differ: the first is the whole secret as text, prefix included, the second the bytes that the
 * secret encodes.
 *
 * @param timestamp unix seconds
 * @param body exactly the body that is sent
 */
export function signedHeaders({
  secret,
  deliveryId,
  idempotencyKey,
  timestamp,
  body,
}: {
  secret: string
  deliveryId: string
  idempotencyKey: string
  timestamp: number
  body: string
}): Record<string, string> {
  const ownSignature = createHmac('sha256', secret).update(signedContent(timestamp, body)).digest('hex')
  return {
    'content-type': 'application/json',
    'user-agent': 'service-actions/1',
    'service-signature': `t=${timestamp},v1=${ownSignature}`,
    'service-idempotency-key': idempotencyKey,
    ...standardHeaders([secret], { id: deliveryId, timestamp, body }),
  }
}
