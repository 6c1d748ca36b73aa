import { type ActionsOptions, createActionsHandler } from '../client/actions.ts'
import type { CreateAnswer } from '../client/refunds.ts'
import { createSealer } from '../lib/sealing.ts'
import { getEndpoint } from '../refunds/settings.ts'
import { priceOf } from '../sample-shop/refund-answers.ts'
import type { Store } from '../store/store.ts'
import { createShopRules, type FullRule, type ShopRules } from './shop-rules.ts'
import type { Behaviour, RequestType, ShopRequest } from './testing-api.ts'

/** A refund endpoint made with storewire's client library. Rules change its behavior. */
export interface ShopEndpoint {
  handle(request: Request): Promise<Response>
  rules: ShopRules
  /** The last requests, the oldest first. */
  requests(): ShopRequest[]
  /** Deletes rules, requests and refunds, and ends hanging requests. */
  reset(): void
}

const KEPT_REQUESTS = 1_000

export function createShopEndpoint(store: Store, workspaceId: string): ShopEndpoint {
  const rules = createShopRules()
  /** The first answers, by idempotency key. */
  const answers = new Map<string, CreateAnswer>()
  let requests: ShopRequest[] = []
  let hanging = neverHeard()
  let refunds = 0

  function makeRefund(pending: boolean): CreateAnswer {
    refunds += 1
    return { ok: true, status: pending ? 'pending' : 'succeeded', refundId: `sample_${refunds}` }
  }

  /** Waits or fails if the rule requires it. Returns if the shop continues its work. */
  async function misbehave({ behaviour, message }: FullRule): Promise<void> {
    if (behaviour === 'timeout') await hanging.promise
    if (behaviour === 'error') throw new Error(message)
  }

  function handlerFor(secret: string, rule: FullRule | undefined) {
    const { behaviour, code, message } = rule ?? WELL
    const refusal = { ok: false, code, message } as const
    const options: ActionsOptions = {
      secret,
      idempotency: answers,
      onError: () => {},
      ping: () => rule && misbehave(rule),
      preview: async (refund) => {
        if (rule) await misbehave(rule)
        return behaviour === 'refuse' ? refusal : priceOf(store.read, workspaceId, refund)
      },
      create: async (refund) => {
        if (rule) await misbehave(rule)
        return behaviour === 'refuse' ? refusal : makeRefund(behaviour === 'pending' || refund.mode === 'request')
      },
    }
    return createActionsHandler(options)
  }

  async function handle(request: Request): Promise<Response> {
    const raw = await request.text()
    const { type, orderId, idempotencyKey } = glance(raw)
    const rule = rules.take(type, orderId)
    const seen: ShopRequest = {
      type,
      orderId,
      idempotencyKey,
      behaviour: rule?.behaviour ?? 'succeed',
      status: null,
    }
    requests = [...requests.slice(1 - KEPT_REQUESTS), seen]
    const { secret } = await getEndpoint(store.read, workspaceId, createSealer(undefined))
    if (secret === null) return Response.json({ ok: false, code: 'error', message: 'no secret' }, { status: 500 })
    const again = new Request(request.url, { method: 'POST', headers: request.headers, body: raw })
    const answer = await spoiled(await handlerFor(secret, rule)(again), rule?.behaviour)
    seen.status = answer.status
    return answer
  }

  return {
    handle,
    rules,
    requests: () => requests,
    reset: () => {
      rules.clear()
      answers.clear()
      requests = []
      hanging.reject(new Error('The sample shop was reset.'))
      hanging = neverHeard()
    },
  }
}

const WELL: Pick<FullRule, 'behaviour' | 'code' | 'message'> = { behaviour: 'succeed', code: '', message: '' }

/** A promise that can be rejected without an unhandled rejection. */
function neverHeard(): PromiseWithResolvers<never> {
  const waiting = Promise.withResolvers<never>()
  waiting.promise.catch(() => {})
  return waiting
}

/** Type, order and key of a request, read before the signature check: rules apply to invalid requests, too. */
function glance(raw: string): { type: RequestType; orderId: string | null; idempotencyKey: string } {
  try {
    const { type, data, idempotencyKey } = JSON.parse(raw)
    return { type, orderId: data?.orderId ?? null, idempotencyKey: String(idempotencyKey) }
  } catch {
    return { type: 'ping', orderId: null, idempotencyKey: '' }
  }
}

/** Makes the response invalid if the behavior requires it. */
async function spoiled(answer: Response, behaviour: Behaviour | undefined): Promise<Response> {
  if (!answer.ok) return answer
  if (behaviour === 'bad_json')
    return new Response('{"ok": true, ', { headers: { 'content-type': 'application/json' } })
  if (behaviour !== 'wrong_amount_type') return answer
  const body = (await answer.json()) as { amount: number }
  return Response.json({ ...body, amount: String(body.amount) })
}
