import { createHmac, randomUUID } from 'node:crypto'

export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw7nM1xQvGuvE='

/** The `service-signature` of a body. */
export function signature(body: string, { key = secret, time = Math.floor(Date.now() / 1000) } = {}): string {
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`
}

/** A request to a refund endpoint, as storewire sends it. */
export function action(type: string, data: object = {}, idempotencyKey = 'act_1') {
  return { id: `del_${randomUUID()}`, type, workspace: 'org_1', createdAt: Date.now(), idempotencyKey, data }
}

export const preview = (data: object = {}) =>
  action('refund.preview', {
    actionId: '',
    orderId: 'o_1001',
    customerId: 'c_81',
    lines: [{ itemId: 'l_1', quantity: 1 }],
    reason: 'defect: the seam is open',
    mode: 'execute',
    ...data,
  })

export const create = (data: object = {}, idempotencyKey = 'act_1') => ({
  ...preview({ actionId: idempotencyKey, amount: 3900, currency: 'EUR', ...data }),
  type: 'refund.create',
  idempotencyKey,
})

/** The parts of an HTTP request that carries an action. */
export function signed(
  content: object | string,
  options: { key?: string; time?: number } = {},
): { method: 'POST'; body: string; headers: Record<string, string> } {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'service-actions/1',
      'service-signature': signature(body, options),
      'service-idempotency-key':
        typeof content === 'string' ? '' : (content as { idempotencyKey: string }).idempotencyKey,
    },
  }
}
