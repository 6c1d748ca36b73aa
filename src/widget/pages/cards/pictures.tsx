import { useEffect, useRef, useState } from 'preact/hooks'
import type { Chosen, Picture } from '../panel/model.ts'
import type { Panel } from '../panel/panel.ts'
import { detach, send } from './attach.ts'
import { pictureTexts } from './picture-texts.ts'

/** The pictures of a message. @param name who has sent them */
export function Pictures({ pictures, name, panel }: { pictures: Picture[]; name: string; panel: Panel }) {
  return (
    <ul class="sent-pictures">
      {pictures.map((picture) => (
        <li key={picture.id}>
          <Shown picture={picture} name={name} panel={panel} />
        </li>
      ))}
    </ul>
  )
}

function Shown({ picture, name, panel }: { picture: Picture; name: string; panel: Panel }) {
  const { words } = panel
  const t = pictureTexts(words.locale)
  const { width, height } = picture
  const place = useRef<HTMLDivElement>(null)
  const large = useRef<HTMLDialogElement>(null)
  const [tries, setTries] = useState(0)
  const { url, problem } = useBytes(place, picture, panel, tries)
  const alt = `${words.say('picture')}, ${name}, ${width} × ${height}`
  return (
    // The room is taken before the picture is there, so that nothing jumps.
    <div ref={place} class="sent-picture" style={{ aspectRatio: `${width} / ${height}` }}>
      {url && (
        <>
          <button type="button" onClick={() => large.current?.showModal()}>
            <img src={url} alt={alt} />
            <span class="hidden">{t.enlarge}</span>
          </button>
          <dialog
            ref={large}
            class="enlarged"
            aria-label={alt}
            // The Escape key would close the chat as well.
            onKeyDown={(event) => event.stopPropagation()}
          >
            <button type="button" class="plain" onClick={() => large.current?.close()}>
              {t.close}
            </button>
            <img src={url} alt={alt} />
          </dialog>
        </>
      )}
      {problem && (
        <p>
          {t[problem]}{' '}
          {problem === 'notLoaded' && (
            <button type="button" class="plain" onClick={() => setTries(tries + 1)}>
              {t.tryAgain}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

interface Loaded {
  url?: string
  problem?: 'removed' | 'notLoaded'
}

/** Fetches a picture once it is in sight: only the session can, so its address is of this document alone. */
function useBytes(
  place: { readonly current: HTMLElement | null },
  { id }: Picture,
  panel: Panel,
  tries: number,
): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({})
  useEffect(() => {
    let url: string | undefined
    let isLeft = false
    setLoaded({})
    const load = async () => {
      try {
        const bytes = await panel.withSession(async (headers) => {
          const response = await fetch(`${panel.api}/widget/pictures/${id}`, { headers }).catch(() => undefined)
          if (!response?.ok) throw panel.errorOf(response?.status ?? 0, await response?.json())
          return response.blob()
        })
        if (isLeft) return
        url = URL.createObjectURL(bytes)
        setLoaded({ url })
      } catch (error) {
        if (!isLeft) setLoaded({ problem: (error as { status?: number }).status === 404 ? 'removed' : 'notLoaded' })
      }
    }
    const sight = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return
      sight.disconnect()
      void load()
    })
    if (place.current) sight.observe(place.current)
    return () => {
      isLeft = true
      sight.disconnect()
      if (url) URL.revokeObjectURL(url)
    }
  }, [id, tries])
  return loaded
}

/** What is chosen for the next message: a preview of each, how far it is sent, and what to do if it is not. */
export function ChosenPictures({ panel, pictures }: { panel: Panel; pictures: Chosen[] }) {
  const { words } = panel
  const t = pictureTexts(words.locale)
  const problem = pictures.find((one) => one.problem !== null)?.problem
  return (
    <div class="chosen">
      <ul>
        {pictures.map((one, index) => (
          <li key={one.key}>
            <img src={one.url} alt={`${words.say('picture')} ${index + 1}`} />
            {one.id === null && one.problem === null && <progress value={one.sent} aria-label={t.sending} />}
            {one.problem !== null && (
              <button type="button" class="again" onClick={() => send(panel, one.key)}>
                {t.tryAgain}
              </button>
            )}
            <button type="button" class="remove" aria-label={t.remove} onClick={() => detach(panel, one)}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="m6 6 12 12M18 6 6 18" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
      <p role="status">{problem}</p>
    </div>
  )
}
