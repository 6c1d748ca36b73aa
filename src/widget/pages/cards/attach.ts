import type { CallError } from '../panel/call.ts'
import type { Chosen, Picture } from '../panel/model.ts'
import type { Panel } from '../panel/panel.ts'
import { shrunk } from '../shrink.ts'
import { pictureTexts } from './picture-texts.ts'

/** Most pictures of a message. */
const MOST = 4
/** How often an upload waits for those of others, and how long. */
const WAITS = 20
const WAIT_MS = 3_000
/** How long nothing of an upload may move: a line can be dead without an error, and the pictures after it wait. */
const STILL_MS = 60_000

/** The files of what is chosen, by key: once more to send, if the first time failed. */
const files = new Map<string, File>()
/** One at a time: on a slow line four at once would all take too long. */
let line = Promise.resolve()
let running: { key: string; request: XMLHttpRequest } | undefined

/** Adds pictures to the next message, and uploads them. */
export function attach(panel: Panel, some: File[]): void {
  const { chat } = panel
  const { pictures } = chat.get()
  const added = some.slice(0, MOST - pictures.length).map((file): Chosen => {
    const key = `${Math.random()}`
    files.set(key, file)
    return { key, url: URL.createObjectURL(file), sent: 0, id: null, problem: null }
  })
  chat.set({ pictures: [...pictures, ...added] })
  for (const { key } of added) upload(panel, key)
}

export function detach({ chat }: Panel, { key, url }: Chosen): void {
  URL.revokeObjectURL(url)
  files.delete(key)
  if (running?.key === key) running.request.abort()
  chat.set({ pictures: chat.get().pictures.filter((one) => one.key !== key) })
}

/** Uploads a chosen picture, after those before it. */
export function upload(panel: Panel, key: string): void {
  const { chat, words } = panel
  const t = pictureTexts(words.locale)
  const change = (to: Partial<Chosen>) =>
    chat.set({ pictures: chat.get().pictures.map((one) => (one.key === key ? { ...one, ...to } : one)) })
  change({ problem: null, sent: 0 })
  line = line.then(async () => {
    const file = files.get(key)
    if (!file) return
    try {
      const { id } = await send(panel, key, await shrunk(file), (sent) => change({ sent }))
      files.delete(key)
      change({ id, sent: 1 })
    } catch (error) {
      change({ problem: t[problemOf(error as Error)] })
    }
  })
}

function problemOf(error: Error): 'unreadable' | 'tooLarge' | 'full' | 'lost' {
  const { status } = error as Partial<CallError>
  if (error.name === 'NoPicture') return error.message as 'unreadable' | 'tooLarge'
  if (status === 400) return 'unreadable'
  return status === 413 ? 'tooLarge' : status === 429 ? 'full' : 'lost'
}

async function send(panel: Panel, key: string, body: Blob, onSent: (part: number) => void): Promise<Picture> {
  for (let waits = 0; ; waits++)
    try {
      return await panel.withSession((headers) => post(panel, key, body, headers, onSent))
    } catch (error) {
      const isFull = (error as Partial<CallError>).reason === 'too_many_uploads'
      if (!isFull || waits === WAITS || !files.has(key)) throw error
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
}

/** By XMLHttpRequest, since `fetch` reports no progress. */
function post(
  { api, errorOf }: Panel,
  key: string,
  body: Blob,
  headers: Record<string, string>,
  onSent: (part: number) => void,
): Promise<Picture> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${api}/widget/pictures`)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    let timer: ReturnType<typeof setTimeout>
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), STILL_MS)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      watch()
      onSent(loaded / total)
    }
    request.onloadend = () => clearTimeout(timer)
    request.onerror = request.onabort = () => reject(errorOf(0, undefined))
    request.onload = () =>
      request.status === 200 ? resolve(request.response) : reject(errorOf(request.status, request.response))
    running = { key, request }
    watch()
    request.send(body)
  })
}
