import { findSampleWorkspace } from '../access/workspaces.ts'
import type { CreateAnswer, PreviewAnswer } from '../client/refunds.ts'
import { readAnswer } from '../refunds/endpoint/answers.ts'
import { type EndpointRequest, signedContent, signedHeaders } from '../refunds/endpoint/endpoint-request.ts'
import type { ShopOutbound } from '../refunds/endpoint/shop-outbound.ts'
import type { Reader } from '../store/store.ts'
import { priceOf } from './refund-answers.ts'

/** The refund endpoint of the sample shop. Nobody has a server under this name, which is reserved for examples. */
export const SAMPLE_ENDPOINT = 'https://shop.example/refunds'

/**
 * Answers the refund requests of the sample shop within this process, as a shop's endpoint would: no money moves, and nothing is sent.
 * Only for the workspace with the sample shop: a request of any other one goes out, whatever its address.
 */
export function withSampleShop(outbound: ShopOutbound, read: Reader, now: () => number): ShopOutbound {
  return {
    ...outbound,
    send: async (call) => {
      const { url, secret, request } = call
      if (url !== SAMPLE_ENDPOINT || request.workspace !== (await findSampleWorkspace(read))) return outbound.send(call)
      const startedAt = now()
      const { id: deliveryId, type, idempotencyKey } = request
      const body = JSON.stringify(request)
      const timestamp = outbound.timestamp()
      const headers = signedHeaders({ secret, deliveryId, idempotencyKey, timestamp, body })
      const answer = JSON.stringify(await answerTo(read, request))
      return {
        deliveryId,
        type,
        startedAt,
        durationMs: now() - startedAt,
        sent: { headers, body, signed: signedContent(timestamp, body) },
        httpStatus: 200,
        answer,
        verdict: readAnswer(type, 200, answer),
        retryAfterMs: null,
      }
    },
  }
}

/** The same answer to each try of a refund, since its reference is made from the refund. */
async function answerTo(
  read: Reader,
  { type, workspace, data }: EndpointRequest,
): Promise<PreviewAnswer | CreateAnswer | { ok: true }> {
  if (type === 'ping') return { ok: true }
  if (type === 'refund.preview') return priceOf(read, workspace, data)
  const { actionId, mode } = data
  return { ok: true, status: mode === 'request' ? 'pending' : 'succeeded', refundId: `sample_${actionId}` }
}
