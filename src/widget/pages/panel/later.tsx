import type { ComponentProps, ComponentType } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { config } from './host.ts'
import './shared-preact.ts'

type Parts = typeof import('../cards/index.ts')
/** Those of them that are drawn. */
type Drawn = Omit<Parts, 'attach'>

const AGAIN_MS = 5_000

let parts: Parts | undefined

/** The parts, loaded now; undefined without a connection. */
export async function laterParts(): Promise<Parts | undefined> {
  loading ??= load()
  if (!(await loading)) loading = undefined
  return parts
}

let loading: Promise<boolean> | undefined

/** Loads the parts with their styles, once. @returns whether they are there */
async function load(): Promise<boolean> {
  const { script, style } = config.cards
  const at = (file: string) => new URL(`assets/${file}`, location.href).href
  const sheet = document.createElement('link')
  try {
    sheet.rel = 'stylesheet'
    sheet.href = at(style)
    const styled = new Promise((resolve, reject) => {
      sheet.onload = resolve
      sheet.onerror = reject
    })
    document.head.append(sheet)
    const found: Promise<Parts> = import(at(script))
    await styled
    parts = await found
    return true
  } catch {
    sheet.remove()
    return false
  }
}

type Props<Name extends keyof Drawn> = { part: Name; onDrawn?: () => void } & ComponentProps<Drawn[Name]>

/**
 * A part that is loaded when a chat first has it: cards of orders and products, refunds, the rating. Until then customers read the text of
 * the message, which says the same. Without a connection it is tried again.
 *
 * @param props `onDrawn` is called when it is there: it takes room
 */
export function Later<Name extends keyof Drawn>({ part, onDrawn, ...props }: Props<Name>) {
  const [isLoaded, setLoaded] = useState(parts !== undefined)
  // Before the next event: a thread that hears of a scrolling meanwhile takes it for the customer's, and no longer follows its end.
  useLayoutEffect(() => {
    onDrawn?.()
    let timer: ReturnType<typeof setTimeout> | undefined
    const tryIt = async () => {
      if (await laterParts()) return setLoaded(true)
      timer = setTimeout(tryIt, AGAIN_MS)
    }
    if (!isLoaded) void tryIt()
    return () => clearTimeout(timer)
  }, [isLoaded])
  const Part = parts?.[part] as ComponentType<typeof props> | undefined
  return Part ? <Part {...props} /> : null
}
