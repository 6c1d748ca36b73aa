import { gzipSync } from 'node:zlib'
import type { Attack, CountOutcome, Target } from './target.ts'
import { atPace, bearerHeader, counted, holdConnections, JSON_BODY, openConnection, requestText } from './traffic.ts'

/** Requests conversations on separate connections and reads no response. A session may send 10 a second. */
async function leaveConversationsUnread(target: Target, count: CountOutcome, tokens: string[]): Promise<void> {
  const [perSecond, most] = [10, 600]
  await atPace({ perSecond, most, times: most }, async (index) => {
    const token = tokens[index % tokens.length] ?? ''
    const text = requestText({ method: 'GET', path: '/widget/conversation', headers: bearerHeader(token) })
    openConnection(target, count, { text, onFirst: (socket) => socket.pause() })
  })
}

/** One guest reads a conversation of 8 MB over and over, and leaves the responses unread. */
export const unreadConversation: Attack = () => (target, count) =>
  leaveConversationsUnread(target, count, [target.longGuest])

/** One signed-in customer does the same from up to 60 sessions, which share a conversation. */
export const unreadByCustomer: Attack = () => (target, count) =>
  leaveConversationsUnread(target, count, target.customers)

const bomb = gzipSync(JSON.stringify({ text: 'x'.repeat(4 * 1024 * 1024 - 64) }))

/** 4 KB that unpack to 4 MB, from ten sessions, each at its limit. */
export const packedBodies: Attack = () => async (target, count) => {
  const call = counted(target, count, 64)
  const sessions = target.guests.slice(0, 10)
  await atPace({ perSecond: 100, most: 400 }, (index) => {
    const token = sessions[index % sessions.length] ?? ''
    const headers = { ...JSON_BODY, ...bearerHeader(token), 'content-encoding': 'gzip' }
    return call({ method: 'POST', path: '/widget/messages', headers, body: bomb })
  })
}

/** Chats from one address: the most sessions, with messages of the greatest length, half of them with an Idempotency-Key. */
export const muchChat: Attack = () => async (target, count) => {
  const call = counted(target, count, 64)
  const tokens: string[] = []
  let characters = 10_000
  const start = async (): Promise<void> => {
    const headers = { ...JSON_BODY, 'x-service-key': target.publishableKey }
    const response = await call({ method: 'POST', path: '/widget/sessions', headers, body: '{}' })
    if (response?.status === 200) tokens.push((JSON.parse(response.text) as { token: string }).token)
  }
  const write = async (index: number): Promise<void> => {
    const body = JSON.stringify({ text: '\u{1F9E8}'.repeat(characters) })
    const key: Record<string, string> = index % 2 === 0 ? { 'idempotency-key': `k${index}` } : {}
    const headers = { ...JSON_BODY, ...bearerHeader(tokens[index % tokens.length] ?? ''), ...key }
    const response = await call({ method: 'POST', path: '/widget/messages', headers, body })
    if (response?.status === 400 || response?.status === 413) characters = 4_000
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
  `is the mug in stock? ${letters(25, 19, (pair) => `stone${pair}x`)}`,
  `do you have the mug in ${'red blue '.repeat(440)}?`,
  `do you have the mug in ${Array.from({ length: 1_000 }, (_, index) => index).join(' ')}?`,
]

function letters(first: number, second: number, word: (pair: string) => string): string {
  const at = (index: number) => String.fromCharCode(97 + index)
  const words = Array.from({ length: first * second }, (_, index) => word(at(index % first) + at(index / first)))
  return words.join(' ').slice(0, 3_900)
}

/** Ten guests of one address ask an assistant as often as they may. */
export const hardQuestions: Attack = () => async (target, count) => {
  const call = counted(target, count, 16)
  await atPace({ perSecond: 5, most: 20 }, (index) => {
    const headers = { ...JSON_BODY, ...bearerHeader(target.asking[index % target.asking.length] ?? '') }
    const body = JSON.stringify({ text: HARD[index % HARD.length] })
    return call({ method: 'POST', path: '/widget/messages', headers, body })
  })
}

/** Customers and guests of the attacker's own shop, which has the largest orders and a product of many variants, ask for them. */
export const largeAnswers: Attack = () => async (target, count) => {
  const call = counted(target, count, 16)
  const { chats } = target.large
  await atPace({ perSecond: 10, most: 40 }, (index) => {
    const headers = { ...JSON_BODY, ...bearerHeader(chats[index % chats.length] ?? '') }
    const text = index % 2 === 0 ? 'Where is my order?' : 'Is the bowl in stock?'
    return call({ method: 'POST', path: '/widget/messages', headers, body: JSON.stringify({ text }) })
  })
}

/** 5,000 streams of one address, and ten messages a second that wake them. */
export const manyStreams: Attack = () => async (target, count) => {
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
