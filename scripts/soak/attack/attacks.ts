import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { jpeg } from '../../../test/support/pictures.ts'
import { benchOrder } from '../../bench/orders.ts'
import type { Target } from './stage.ts'
import {
  atPace,
  bearerHeader,
  type CountOutcome,
  counted,
  holdConnections,
  JSON_BODY,
  openConnection,
  requestText,
} from './traffic.ts'

/** Attacks until its process is stopped, or until the attack is complete. */
type Attack = (target: Target, count: CountOutcome) => Promise<unknown>

const MIB = 1024 * 1024

/** Requests the same page 1,400 times on each of five connections (300 KB sent) and reads no response. */
const unreadPages: Attack = async (target, count) => {
  const text = requestText({ method: 'GET', path: '/spec.json' }).repeat(1_400)
  for (;;) {
    const onFirst = (socket: Socket) => socket.pause()
    const sockets = Array.from({ length: 5 }, () => openConnection(target, count, { text, onFirst }))
    await sleep(10_000)
    for (const socket of sockets) socket.destroy()
  }
}

/** 5,100 connections of one address, each in the middle of a request. */
const halfRequests: Attack = (target, count) =>
  holdConnections(target, count, { most: 5_100, text: () => 'POST /api/v1/orders HTTP/1.1\r\nHost: 127.0.0.1\r\n' })

/** Keeps 400 connections, and sends 64 KiB of requests on all of them at once. */
const sentAhead: Attack = async (target, count) => {
  const text = requestText({ method: 'GET', path: '/ping' })
  const ahead = text.repeat(Math.floor((64 * 1024) / text.length))
  for (;;) {
    const kept: Socket[] = []
    await atPace({ perSecond: 400, most: 400, times: 400 }, async () => {
      openConnection(target, count, { text, onFirst: (socket) => kept.push(socket.resume()) })
    })
    await sleep(1_000)
    for (const socket of kept) socket.write(ahead)
    await sleep(1_000)
    for (const socket of kept) socket.destroy()
  }
}

/** Opens connections as fast as the machine can, and closes each when it is open. */
const newConnections: Attack = (target, count) =>
  atPace({ perSecond: 3_000, most: 3_000 }, async () => {
    const socket = openConnection(target, count, { text: '', onFirst: () => {} })
    socket.once('connect', () => socket.destroy())
  })

/** Reads a chat of the greatest length ten times a second, and leaves the responses unread. */
const unreadChat: Attack = (target, count) =>
  atPace({ perSecond: 10, most: 600, times: 600 }, async () => {
    const text = requestText({ method: 'GET', path: '/widget/conversation', headers: bearerHeader(target.longGuest) })
    openConnection(target, count, { text, onFirst: (socket) => socket.pause() })
  })

/** 4 KB that unpack to 4 MB, from ten sessions, each at its limit. */
const packedBodies: Attack = async (target, count) => {
  const bomb = gzipSync(JSON.stringify({ text: 'x'.repeat(4 * MIB - 64) }))
  const call = counted(target, count, 64)
  await atPace({ perSecond: 100, most: 400 }, (index) => {
    const headers = { ...JSON_BODY, ...bearerHeader(target.guests[index % 10] ?? ''), 'content-encoding': 'gzip' }
    return call({ method: 'POST', path: '/widget/messages', headers, body: bomb })
  })
}

/** Chats from one address: the most sessions, with messages of the greatest length, half of them with an Idempotency-Key. */
const muchChat: Attack = async (target, count) => {
  const call = counted(target, count, 64)
  const tokens: string[] = []
  const start = async (): Promise<void> => {
    const headers = { ...JSON_BODY, 'x-service-key': target.publishableKey }
    const response = await call({ method: 'POST', path: '/widget/sessions', headers, body: '{}' })
    if (response?.status === 200) tokens.push((JSON.parse(response.text) as { token: string }).token)
  }
  const body = JSON.stringify({ text: '\u{1F9E8}'.repeat(4_000) })
  const write = (index: number) => {
    const key: Record<string, string> = index % 2 === 0 ? { 'idempotency-key': `k${index}` } : {}
    const headers = { ...JSON_BODY, ...bearerHeader(tokens[index % tokens.length] ?? ''), ...key }
    return call({ method: 'POST', path: '/widget/messages', headers, body })
  }
  await start()
  await Promise.all([
    atPace({ perSecond: 10, most: 20, times: 60 }, start),
    atPace({ perSecond: 250, most: 400 }, write),
  ])
}

/** Questions of the greatest length: words that grow when they are folded, typing mistakes, colors and numbers. */
const HARD = [
  `is the mug ${'\u3389'.repeat(3_900)}\u0142 in stock?`,
  `is the mug in stock? ${letterPairs((pair) => `stone${pair}x`)}`,
  `do you have the mug in ${'red blue '.repeat(440)}?`,
  `do you have the mug in ${Array.from({ length: 1_000 }, (_, index) => index).join(' ')}?`,
]

function letterPairs(word: (pair: string) => string): string {
  const at = (index: number) => String.fromCharCode(97 + (Math.floor(index) % 26))
  return Array.from({ length: 475 }, (_, index) => word(at(index) + at(index / 26)))
    .join(' ')
    .slice(0, 3_900)
}

/** Ten guests of one address ask an assistant as often as they may. */
const hardQuestions: Attack = async (target, count) => {
  const call = counted(target, count, 16)
  await atPace({ perSecond: 5, most: 20 }, (index) => {
    const headers = { ...JSON_BODY, ...bearerHeader(target.asking[index % target.asking.length] ?? '') }
    const body = JSON.stringify({ text: HARD[index % HARD.length] })
    return call({ method: 'POST', path: '/widget/messages', headers, body })
  })
}

/** 5,000 streams of one address, and ten messages a second that wake them. */
const manyStreams: Attack = async (target, count) => {
  const call = counted(target, count, 4)
  const [own, others] = [target.guests.slice(0, 20), target.guests.slice(20)]
  const text = (index: number) =>
    requestText({ method: 'GET', path: '/widget/events', headers: bearerHeader(others[index % others.length] ?? '') })
  const write = (index: number) => {
    const headers = { ...JSON_BODY, ...bearerHeader(own[index % own.length] ?? '') }
    return call({ method: 'POST', path: '/widget/messages', headers, body: '{"text":"Is anyone there?"}' })
  }
  await Promise.all([
    holdConnections(target, count, { most: 5_000, text }),
    atPace({ perSecond: 10, most: 100 }, write),
  ])
}

/** Largest pictures of eight customers of another shop, one after another each, from four networks: all places for uploads are taken. */
const eightUploads: Attack = async (target, count) => {
  const photo = jpeg({ fill: 8 * MIB - 1_024 })
  const send = async (token: string, index: number): Promise<void> => {
    const from = `${target.from.slice(0, target.from.lastIndexOf('.'))}.${60 + Math.floor(index / 2)}`
    const call = counted({ ...target, from }, count, 1)
    const headers = { ...bearerHeader(token), 'content-type': 'image/jpeg' }
    for (;;) {
      const response = await call({ method: 'POST', path: '/widget/pictures', headers, body: photo })
      if (response?.status !== 200) await sleep(250)
    }
  }
  await Promise.all(target.customers.map(send))
}

/** A ticket of about this number of bytes, a hundredth of it when compressed. */
function packedTicket(index: number, bytes: number): Buffer {
  const body = `My mug came in two pieces. ${'It was packed well, and yet. '.repeat(3_400)}`
  const message = (_: unknown, number: number) => ({
    id: `m${number}`,
    createdAt: 1_700_000_000_000,
    author: { type: 'customer' },
    body,
  })
  const messages = Array.from({ length: Math.floor(bytes / (body.length + 120)) }, message)
  const data = [{ id: `t_${index}`, updatedAt: 1_700_000_000_000, messages }]
  return gzipSync(JSON.stringify({ data }), { level: 1 })
}

/** Pushes 40 tickets of the largest size, and lists them meanwhile. */
const largeTickets: Attack = async (target, count) => {
  const tickets = Array.from({ length: 40 }, (_, index) => packedTicket(index, 7.5 * MIB))
  const call = counted(target, count, 8)
  const headers = { ...JSON_BODY, ...bearerHeader(target.secretKey), 'content-encoding': 'gzip' }
  const list = () => call({ method: 'GET', path: '/tickets?limit=100', headers: bearerHeader(target.secretKey) })
  await Promise.all([
    atPace({ perSecond: 4, most: 4 }, (index) => {
      return call({ method: 'POST', path: '/tickets', headers, body: tickets[index % tickets.length] ?? '' })
    }),
    atPace({ perSecond: 0.5, most: 4 }, list),
  ])
}

/** Sends bodies of 32 MiB with eleven million empty objects, plain to one route and compressed to another. */
const hollowBodies: Attack = async (target, count) => {
  const body = Buffer.from(`{"data":[${'{},'.repeat(Math.floor((32 * MIB - 64) / 3))}{}]}`)
  const packed = gzipSync(body, { level: 1 })
  const call = counted(target, count, 4)
  const headers = { ...JSON_BODY, ...bearerHeader(target.secretKey) }
  await atPace({ perSecond: 1, most: 4 }, (index) =>
    index % 2 === 0
      ? call({ method: 'POST', path: '/orders/bulk', headers, body })
      : call({ method: 'POST', path: '/tickets', headers: { ...headers, 'content-encoding': 'gzip' }, body: packed }),
  )
}

/** Each call changes the status of orders of 3.7 MB each, as many as are accepted: a few hundred bytes that write megabytes. */
const smallChanges: Attack = async (target, count) => {
  const call = counted(target, count, 16)
  const headers = { ...JSON_BODY, ...bearerHeader(target.secretKey) }
  const change = (_: unknown, index: number) => ({ id: `o${index}`, updatedAt: Date.now(), status: 'shipped' })
  await atPace({ perSecond: 9, most: 20 }, () => {
    const body = JSON.stringify({ data: Array.from({ length: 4 }, change) })
    return call({ method: 'POST', path: '/orders', headers, body })
  })
}

/** One key at its default limits: 600 calls a minute, 30 of them bulk calls, each with the most objects. */
const atItsLimits: Attack = async (target, count) => {
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

/** Attacks by callers without a key, and by callers with one, who may cost others more. */
export const attacks = {
  strangers: {
    unreadPages,
    halfRequests,
    sentAhead,
    newConnections,
    unreadChat,
    packedBodies,
    muchChat,
    hardQuestions,
    manyStreams,
    eightUploads,
  },
  shops: { largeTickets, hollowBodies, smallChanges, atItsLimits },
} satisfies Record<string, Record<string, Attack>>

export const attackNamed: Record<string, Attack> = { ...attacks.strangers, ...attacks.shops }
