import { type IncomingMessage, request } from 'node:http'
import { Pool } from 'undici'

/** What a page of the console reads, also again after events: see `useHome` and `useNews` of the pages. */
interface Page {
  path: string
  events: string[]
  /** How long after an event it reads again. Meanwhile other events change nothing. */
  after: number[]
}

const PAGES = {
  home: { path: '/home', events: ['refund', 'waiting', 'push', 'batch'], after: [3_000] },
  pushes: { path: '/pushes?limit=50', events: ['push'], after: [1_000] },
  imports: { path: '/imports?limit=25', events: ['batch'], after: [1_000] },
  refunds: { path: '/refunds?tab=waiting&limit=50', events: ['refund'], after: [0] },
  chats: { path: '/chats?show=open&limit=50', events: ['chat'], after: [1_000] },
  orders: { path: '/data/orders?limit=50', events: [], after: [] },
} satisfies Record<string, Page>
export type PageName = keyof typeof PAGES

/** What every page reads when it is opened. */
const SHELL = ['/session', '/waiting']

export interface Consoles {
  /** Reads so far, and events so far. */
  counts(): { reads: number; events: number }
  close(): Promise<void>
}

/** Opens a console for each cookie, as a browser does: it reads its page and the stream of events, and reads again after events. */
export async function openConsoles(base: string, cookies: string[], pages: PageName[]): Promise<Consoles> {
  const { origin, pathname } = new URL(base)
  const pool = new Pool(origin, { connections: cookies.length, pipelining: 1 })
  const counted = { reads: 0, events: 0 }
  let isOver = false
  const ends: (() => void)[] = []
  const read = async (cookie: string, path: string) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path: pathname + path, headers: { cookie } })
    await body.dump()
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
    counted.reads++
  }
  await Promise.all(
    cookies.map(async (cookie, number) => {
      const { path, events, after }: Page = PAGES[pages[number % pages.length] ?? 'home']
      const timers = new Map<number, NodeJS.Timeout>()
      const onEvent = (name: string) => {
        counted.events++
        if (!events.includes(name)) return
        for (const ms of after)
          if (!timers.has(ms))
            timers.set(
              ms,
              setTimeout(() => {
                timers.delete(ms)
                if (!isOver) void read(cookie, path)
              }, ms),
            )
      }
      ends.push(await openStream(`${base}/events`, cookie, onEvent), () => {
        for (const timer of timers.values()) clearTimeout(timer)
      })
      for (const each of [...SHELL, path]) await read(cookie, each)
    }),
  )
  return {
    counts: () => ({ ...counted }),
    close: async () => {
      isOver = true
      for (const end of ends) end()
      await pool.close()
    },
  }
}

/** @returns what ends the stream, when it is open */
function openStream(url: string, cookie: string, onEvent: (name: string) => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { cookie }, agent: false }, (res: IncomingMessage) => {
      if (res.statusCode !== 200) return reject(new Error(`a stream got a ${res.statusCode}`))
      res.setEncoding('utf8')
      res.on('data', (text: string) => {
        for (const [, name = ''] of text.matchAll(/^event: (\w+)$/gm)) onEvent(name)
      })
      res.on('error', () => {})
      res.once('data', () => resolve(() => sent.destroy()))
    })
    sent.on('error', reject)
    sent.end()
  })
}
