import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, send } from '../api.ts'
import type { ChatPicture } from '../api-types.ts'
import { base } from '../base.ts'
import { pictures as t } from '../texts/en/pictures.ts'
import style from './chat-pictures.module.css'
import { Dialog } from './dialog.tsx'

interface ChatPicturesProps {
  chatId: string
  pictures: readonly ChatPicture[]
  /** Who has sent them, for those who do not see them. */
  from: keyof typeof t.of
}

/** Pictures of a chat, each as a button that shows it large. */
export function ChatPictures({ chatId, pictures, from }: ChatPicturesProps) {
  return (
    <ul class={style.pictures}>
      {pictures.map((picture) => (
        <li key={picture.id}>
          <OnePicture chatId={chatId} picture={picture} name={t.of[from]} />
        </li>
      ))}
    </ul>
  )
}

type Loaded = { url: string } | { problem: 'removed' | 'failed' } | undefined

function OnePicture({ chatId, picture, name }: { chatId: string; picture: ChatPicture; name: string }) {
  const { width, height } = picture
  const place = useRef<HTMLSpanElement>(null)
  const [tries, setTries] = useState(0)
  const [isLarge, setLarge] = useState(false)
  const loaded = useBytes(place, { chatId, picture, tries })
  const text = `${name}, ${t.size(width, height)}`
  return (
    // The room is taken before the picture is there, so that nothing jumps.
    <span ref={place} class={style.place} style={{ aspectRatio: `${width} / ${height}` }}>
      {loaded && 'url' in loaded && (
        <button type="button" class={style.show} onClick={() => setLarge(true)}>
          <img src={loaded.url} alt={text} />
          <span class="hidden">{t.enlarge}</span>
        </button>
      )}
      {loaded && 'problem' in loaded && (
        <span class={style.problem}>
          {loaded.problem === 'removed' ? t.removed : t.notLoaded}
          {loaded.problem === 'failed' && (
            <button type="button" class="button" onClick={() => setTries(tries + 1)}>
              {t.again}
            </button>
          )}
        </span>
      )}
      {isLarge && loaded && 'url' in loaded && (
        <Dialog title={text} onClose={() => setLarge(false)}>
          <img class={style.large} src={loaded.url} alt={text} width={width} height={height} />
        </Dialog>
      )}
    </span>
  )
}

/** Fetches a picture once it is in sight: only a page of this session can, so its address is of the page alone. */
function useBytes(
  place: { readonly current: HTMLElement | null },
  { chatId, picture: { id }, tries }: { chatId: string; picture: ChatPicture; tries: number },
): Loaded {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    setLoaded(undefined)
    const leaving = new AbortController()
    let url: string | undefined
    const load = async () => {
      try {
        const address = `${base}/api/chats/${encodeURIComponent(chatId)}/pictures/${id}`
        const response = await send(address, { signal: leaving.signal })
        url = URL.createObjectURL(await response.blob())
        setLoaded({ url })
      } catch (error) {
        if (leaving.signal.aborted) return
        setLoaded({ problem: error instanceof ApiError && error.status === 404 ? 'removed' : 'failed' })
      }
    }
    const sight = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return
        sight.disconnect()
        void load()
      },
      { rootMargin: '200px' },
    )
    if (place.current) sight.observe(place.current)
    return () => {
      sight.disconnect()
      leaving.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [chatId, id, tries])
  return loaded
}
