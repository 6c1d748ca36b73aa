import { gzipSync } from 'node:zlib'
import { benchOrder } from '../../bench/orders.ts'
import type { Attack } from './target.ts'
import { atPace, bearerHeader, counted, JSON_BODY } from './traffic.ts'

const MIB = 1024 * 1024
const TICKETS = 40

/** A ticket of about this number of bytes, a hundredth of it when compressed. */
function packedTicket(index: number, bytes: number): Buffer {
  const body = `My mug came in two pieces. ${'It was packed well, and yet. '.repeat(3_400)}`
  const messages = Array.from({ length: Math.floor(bytes / (body.length + 120)) }, (_, message) => ({
    id: `m${message}`,
    createdAt: 1_700_000_000_000,
    author: { type: 'customer' },
    body,
  }))
  return gzipSync(JSON.stringify({ data: [{ id: `t_${index}`, updatedAt: 1_700_000_000_000, messages }] }), {
    level: 1,
  })
}

/** Pushes 40 tickets of 15 MB, or of the largest accepted size, and lists them meanwhile. */
export const largeTickets: Attack = () => {
  const largest = packedTicket(0, 15 * MIB)
  const accepted = Array.from({ length: TICKETS }, (_, index) => packedTicket(index, 7.5 * MIB))
  return async (target, count) => {
    const call = counted(target, count, 8)
    const headers = { ...JSON_BODY, ...bearerHeader(target.secretKey), 'content-encoding': 'gzip' }
    const push = (body: Buffer) => call({ method: 'POST', path: '/tickets', headers, body })
    const takesLargest = (await push(largest))?.status === 200
    const list = () => call({ method: 'GET', path: '/tickets?limit=100', headers: bearerHeader(target.secretKey) })
    await Promise.all([
      atPace({ perSecond: 4, most: 4, times: TICKETS }, (index) =>
        push(takesLargest ? packedTicket(index, 15 * MIB) : (accepted[index] ?? largest)),
      ),
      atPace({ perSecond: 0.5, most: 4 }, list),
    ])
  }
}

/** Sends bodies of 32 MiB with eleven million empty objects, plain to one route and compressed to another. */
export const hollowBodies: Attack = () => {
  const body = Buffer.from(`{"data":[${'{},'.repeat(Math.floor((32 * MIB - 64) / 3))}{}]}`)
  const packed = gzipSync(body, { level: 1 })
  return async (target, count) => {
    const call = counted(target, count, 4)
    const headers = { ...JSON_BODY, ...bearerHeader(target.secretKey) }
    await atPace({ perSecond: 1, most: 4 }, (index) =>
      index % 2 === 0
        ? call({ method: 'POST', path: '/orders/bulk', headers, body })
        : call({ method: 'POST', path: '/tickets', headers: { ...headers, 'content-encoding': 'gzip' }, body: packed }),
    )
  }
}

/** A segment counts the largest orders, again and again: their customers are pushed ten times a second. */
export const countedOrders: Attack = () => async (target, count) => {
  const call = counted(target, count, 16)
  const headers = { ...JSON_BODY, ...bearerHeader(target.large.secretKey) }
  const rule = { all: [{ field: 'ordersCount', op: '>=', value: 1 }] }
  await call({ method: 'POST', path: '/segments', headers, body: JSON.stringify({ name: 'Buyers', rule }) })
  await atPace({ perSecond: 9, most: 20 }, (index) => {
    const customer = (number: number) => ({ id: `c_${number}`, updatedAt: Date.now(), name: `Customer ${index}` })
    return call({
      method: 'POST',
      path: '/customers',
      headers,
      body: JSON.stringify({ data: [0, 1, 2, 3, 4].map(customer) }),
    })
  })
}

/** Each call changes the status of 20 orders of 3.7 MB: two kilobytes that write 74 MB, or as many orders as are accepted. */
export const smallChanges: Attack = () => async (target, count) => {
  const call = counted(target, count, 16)
  const headers = { ...JSON_BODY, ...bearerHeader(target.large.secretKey) }
  let orders = 20
  await atPace({ perSecond: 9, most: 20 }, async () => {
    const change = (_: unknown, index: number) => ({ id: `o${index}`, updatedAt: Date.now(), status: 'shipped' })
    const body = JSON.stringify({ data: Array.from({ length: orders }, change) })
    const response = await call({ method: 'POST', path: '/orders', headers, body })
    if (response?.status === 413) orders = 4
  })
}

/** One key at its default limits: 600 calls a minute, 30 of them bulk calls, each with the most objects. */
export const keyAtItsLimits: Attack = () => async (target, count) => {
  const call = counted(target, count, 16)
  const headers = { ...JSON_BODY, ...bearerHeader(target.secretKey) }
  const push = (path: string, from: number, orders: number) => {
    const data = Array.from({ length: orders }, (_, index) => benchOrder(from + index))
    return call({ method: 'POST', path, headers, body: JSON.stringify({ data }) })
  }
  await Promise.all([
    atPace({ perSecond: 9.5, most: 16 }, (index) => push('/orders', 1_000_000 + index * 25, 25)),
    atPace({ perSecond: 0.5, most: 4 }, (index) => push('/orders/bulk', 5_000_000 + index * 1_000, 1_000)),
  ])
}
