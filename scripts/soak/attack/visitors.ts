import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_PATH, HOST } from './target.ts'
import { type AttackCall, bearerHeader, callFrom, JSON_BODY } from './traffic.ts'

/** Where visitors chat, and from which address. */
export interface Office {
  port: number
  from: string
  publishableKey: string
}

/** The results of all visitors. */
export interface Visits {
  calls: number
  slowestMs: number
  /** Errors and missing events, in order. */
  problems: string[]
}

const SHOWN_WITHIN_MS = 30_000
const PAUSE_MS = { least: 5_000, most: 12_000 }
/** The most connections that a browser opens to a server. */
const CONNECTIONS = 6

/**
 * One visitor: opens a session and a stream, reads the conversation, writes `messages` with pauses, waits for
 * each message on the stream, calls `onWritten`, and stays until `isOver`.
 */
export async function visit(
  office: Office,
  visits: Visits,
  {
    number,
    messages,
    onWritten = () => {},
    isOver,
  }: { number: number; messages: number; onWritten?: () => void; isOver: Promise<unknown> },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const call = async (made: AttackCall): Promise<string> => {
    const began = performance.now()
    const { status, text } = await callFrom(office, made, agent)
    visits.calls++
    visits.slowestMs = Math.max(visits.slowestMs, performance.now() - began)
    if (status >= 300) throw new Error(`${made.method} ${made.path}: ${status} ${text.slice(0, 200)}`)
    return text
  }
  let stream: Stream | undefined
  try {
    const start = { ...JSON_BODY, 'x-service-key': office.publishableKey }
    const session = await call({ method: 'POST', path: '/widget/sessions', headers: start, body: '{}' })
    const { token } = JSON.parse(session) as { token: string }
    stream = await openStream(office, token, agent)
    await call({ method: 'GET', path: '/widget/conversation', headers: bearerHeader(token) })
    for (let message = 0; message < messages; message++) {
      await sleep(pause(number, message))
      const body = JSON.stringify({ text: `Message ${message} of visitor ${number}: where is my order?` })
      const headers = { ...JSON_BODY, ...bearerHeader(token) }
      const sent = await call({ method: 'POST', path: '/widget/messages', headers, body })
      await stream.shows((JSON.parse(sent) as { id: string }).id)
    }
  } catch (error) {
    visits.problems.push(`visitor ${number}: ${(error as Error).message}`)
  }
  onWritten()
  await isOver
  if (stream?.isClosed()) visits.problems.push(`visitor ${number}: the stream was closed`)
  stream?.close()
  agent.destroy()
}

/** Different for each visitor, and the same in every run. */
function pause(visitor: number, message: number): number {
  return PAUSE_MS.least + ((visitor * 7_919 + message * 104_729) % (PAUSE_MS.most - PAUSE_MS.least))
}

interface Stream {
  /** Resolves when an event with this id has arrived. @throws Error if it does not arrive within 30 seconds */
  shows(id: string): Promise<void>
  isClosed(): boolean
  close(): void
}

function openStream({ port, from }: Office, token: string, agent: Agent): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const path = `${BASE_PATH}/widget/events`
    const call = request({ host: HOST, port, localAddress: from, path, headers: bearerHeader(token), agent })
    call.on('error', reject).end()
    call.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET /widget/events: ${response.statusCode}`))
      let text = ''
      let isClosed = false
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', () => {
        isClosed = true
      })
      response.on('close', () => {
        isClosed = true
      })
      const shows = async (id: string) => {
        for (let waited = 0; !text.includes(`id: ${id}\n`); waited += 50) {
          if (isClosed) throw new Error('the stream was closed')
          if (waited >= SHOWN_WITHIN_MS) throw new Error(`the stream did not show ${id}`)
          await sleep(50)
        }
      }
      resolve({ shows, isClosed: () => isClosed, close: () => call.destroy() })
    })
  })
}
