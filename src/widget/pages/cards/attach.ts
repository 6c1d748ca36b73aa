import type { CallError } from '../panel/call.ts'
import type { Chosen, Picture } from '../panel/model.ts'
import type { Panel } from '../panel/panel.ts'
import { shrunk } from '../shrink.ts'
import { upload } from '../upload.ts'
import { pictureTexts } from './picture-texts.ts'

/** Most pictures of a message. */
const MOST = 4
/** How often an upload waits for those of others, and how long. */
const WAITS = 20
const WAIT_MS = 3_000

/** The files of what is chosen, by key: once more to send, if the first time failed. */
const files = new Map<string, { file: File; removed: AbortController }>()
/** One at a time: on a slow line four at once would all take too long. */
let line = Promise.resolve()

/** Adds pictures to the next message, and uploads them. */
export function attach(panel: Panel, some: File[]): void {
  const { chat } = panel
  const { pictures } = chat.get()
  const added = some.slice(0, MOST - pictures.length).map((file): Chosen => {
    const key = `${Math.random()}`
    files.set(key, { file, removed: new AbortController() })
    return { key, url: URL.createObjectURL(file), sent: 0, id: null, problem: null }
  })
  chat.set({ pictures: [...pictures, ...added] })
  for (const { key } of added) send(panel, key)
}

export function detach({ chat }: Panel, { key, url }: Chosen): void {
  URL.revokeObjectURL(url)
  files.get(key)?.removed.abort()
  files.delete(key)
  chat.set({ pictures: chat.get().pictures.filter((one) => one.key !== key) })
}

/** Uploads a chosen picture, after those before it. */
export function send(panel: Panel, key: string): void {
  const { chat, words } = panel
  const t = pictureTexts(words.locale)
  const change = (to: Partial<Chosen>) =>
    chat.set({ pictures: chat.get().pictures.map((one) => (one.key === key ? { ...one, ...to } : one)) })
  change({ problem: null, sent: 0 })
  line = line.then(async () => {
    const chosen = files.get(key)
    if (!chosen) return
    try {
      const body = await shrunk(chosen.file)
      const picture = await postPatiently(panel, body, chosen.removed.signal, (sent) => change({ sent }))
      if (!picture) return
      files.delete(key)
      change({ id: picture.id, sent: 1 })
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

/** @returns undefined if the picture is removed meanwhile */
async function postPatiently(
  panel: Panel,
  body: Blob,
  signal: AbortSignal,
  onSent: (part: number) => void,
): Promise<Picture | undefined> {
  for (let waits = 0; ; waits++)
    try {
      return await panel.withSession((headers) => post(panel, body, signal, headers, onSent))
    } catch (error) {
      const isFull = (error as Partial<CallError>).reason === 'too_many_uploads'
      if (!isFull || waits === WAITS || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
}

async function post(
  { api, errorOf }: Panel,
  body: Blob,
  signal: AbortSignal,
  headers: Record<string, string>,
  onSent: (part: number) => void,
): Promise<Picture | undefined> {
  const address = `${api}/widget/pictures`
  const response = await upload(address, { method: 'POST', headers, body, signal }, onSent).catch(() => undefined)
  // Not as an error, which would say that there is no connection.
  if (signal.aborted) return undefined
  const answered: unknown = await response?.json().catch(() => undefined)
  if (!response?.ok) throw errorOf(response?.status ?? 0, answered)
  return answered as Picture
}
