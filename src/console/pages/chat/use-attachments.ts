import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, send } from '../api.ts'
import type { ChatPicture } from '../api-types.ts'
import { base } from '../base.ts'
import { newKey } from '../parts/use-action.ts'
import { foreign } from '../parts/values.tsx'
import { pictures as t } from '../texts/en/pictures.ts'

/** Most pictures of a message. */
export const MOST = 4

/** A picture that was chosen, and is not sent in a message yet. */
interface Attachment {
  key: string
  name: string
  /** What the browser shows of it before it is sent. */
  preview: string
  /** Once it is uploaded. */
  id: string | null
  /** Why it was not. */
  problem: string | null
}

/** A file, its preview, and what ends its upload. */
interface Chosen {
  file: File
  preview: string
  removed: AbortController
}

export interface Attachments {
  list: Attachment[]
  /** Of those that are uploaded. */
  ids: string[]
  /** Whether all of them can be sent now. */
  areReady: boolean
  problem: string | null
  add(files: Iterable<File>): void
  retry(key: string): void
  remove(key: string): void
  clear(): void
}

/** The pictures of the next message in a chat. They are uploaded one after another, as soon as they are chosen. */
export function useAttachments(chatId: string): Attachments {
  const [list, setList] = useState<Attachment[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const files = useRef(new Map<string, Chosen>())
  const line = useRef(Promise.resolve())
  const change = (key: string, to: Partial<Attachment>) =>
    setList((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const forget = (some: [string, Chosen][]) => {
    for (const [key, { preview, removed }] of some) {
      URL.revokeObjectURL(preview)
      removed.abort()
      files.current.delete(key)
    }
  }
  const upload = (key: string) => {
    change(key, { problem: null })
    line.current = line.current.then(async () => {
      const chosen = files.current.get(key)
      if (chosen) change(key, await sendPicture(chatId, chosen))
    })
  }
  useEffect(() => () => forget([...files.current]), [])
  return {
    list,
    problem,
    ids: list.flatMap(({ id }) => id ?? []),
    areReady: list.every(({ id }) => id !== null),
    add: (some) => {
      const chosen = [...some]
      const room = MOST - list.length
      setProblem(chosen.length > room ? t.tooMany : null)
      const added = chosen.slice(0, room).map((file) => {
        const key = newKey()
        const preview = URL.createObjectURL(file)
        files.current.set(key, { file, preview, removed: new AbortController() })
        return { key, name: file.name || t.alone, preview, id: null, problem: null }
      })
      setList([...list, ...added])
      for (const { key } of added) upload(key)
    },
    retry: upload,
    remove: (key) => {
      forget([...files.current].filter(([one]) => one === key))
      setList(list.filter((one) => one.key !== key))
      setProblem(null)
    },
    clear: () => {
      forget([...files.current])
      setList([])
      setProblem(null)
    },
  }
}

const WAITS = 20

/** What came of the upload of a picture: its id, or what the agent reads. */
async function sendPicture(chatId: string, chosen: Chosen): Promise<{ id: string } | { problem: string }> {
  try {
    const { id } = await postPicture(chatId, chosen)
    return { id }
  } catch (error) {
    return { problem: problemText(error, chosen.file.name) }
  }
}

/** Waits while others of this network send theirs. @throws ApiError, Cancelled; NoPicture of shrink.ts */
async function postPicture(chatId: string, { file, removed: { signal } }: Chosen): Promise<ChatPicture> {
  // Loaded with the first picture.
  const { shrunk, upload } = await import('./upload.ts')
  const body = await shrunk(file)
  const init = { method: 'POST', body, headers: { 'content-type': body.type }, signal }
  const address = `${base}/api/chats/${encodeURIComponent(chatId)}/pictures`
  for (let waits = 0; ; waits++)
    try {
      const response = await send(address, init, upload)
      return (await response.json()) as ChatPicture
    } catch (error) {
      const isFull = error instanceof ApiError && error.reason === 'too_many_uploads'
      if (!isFull || waits === WAITS || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 3) * 1_000))
    }
}

function problemText(error: unknown, name: string): string {
  const why = error instanceof Error && error.name === 'NoPicture' ? error.message : ''
  if (why === 'unreadable' || why === 'tooLarge') return t[why](foreign(name))
  // Whatever it is, the pictures after it are sent, and this one can be sent again.
  return error instanceof ApiError ? error.message : t.notSent(foreign(name))
}
