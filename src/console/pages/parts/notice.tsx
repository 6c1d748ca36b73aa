import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type ApiError, api, read } from '../api.ts'
import { en } from '../texts/en.ts'
import { CopyButton } from './copy.tsx'
import { Icon } from './icon.tsx'
import { useData } from './use-data.ts'

/** Something that people should know before they act, or, `good`, that went well. */
export function Notice({
  children,
  tone = 'waiting',
}: {
  children: ComponentChildren
  tone?: 'waiting' | 'bad' | 'quiet' | 'good'
}) {
  return (
    <div class={`notice ${tone}`}>
      <Icon name={tone === 'good' ? 'check' : 'warning'} />
      <div>{children}</div>
    </div>
  )
}

/** A wrong password, too many tries, or nothing at this address: nobody has to look into the log of the server for those. */
const IS_EXPLAINED = [401, 404, 429]

/** Why a call was not done: the sentence of the server, which says what to do, and the number to ask about. */
export function Problem({ error, onRetry }: { error: ApiError | null; onRetry?: () => void }) {
  const seconds = useCountdown(error)
  if (!error) return null
  const { message, requestId, status } = error
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <div>
        <p>{message}</p>
        {seconds > 0 && <p>{en.common.tryIn(seconds)}</p>}
        {requestId !== null && !IS_EXPLAINED.includes(status) && (
          <p class="quiet">
            {en.common.requestId} <code>{requestId}</code> <CopyButton text={requestId} />
          </p>
        )}
        {onRetry && seconds === 0 && status !== 404 && (
          <button type="button" class="button" onClick={onRetry}>
            {en.common.retry}
          </button>
        )}
      </div>
    </div>
  )
}

/** Seconds until a call that came too often may be sent again. */
function useCountdown(error: ApiError | null): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!error?.retryAfter) return setLeft(0)
    const end = Date.now() + error.retryAfter * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [error])
  return left
}

/** What a list says while it has nothing: why, and what would fill it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}

/** Shown only after a moment, since most data is there before. */
export function Loading() {
  return (
    <p class="loading" role="status">
      {en.common.loading}
    </p>
  )
}

/** A warning where others on the network can read what is typed. */
export function ReadableNotice() {
  const { data } = useData(() => read(api.GET('/state')), 'state')
  return data?.readable ? <Notice tone="bad">{en.common.readable}</Notice> : null
}

const SHOWN_MS = 6_000
const report = signal('')
let timer: ReturnType<typeof setTimeout> | undefined

/** Reports for some seconds that something was done. */
export function toast(message: string): void {
  report.value = message
  clearTimeout(timer)
  timer = setTimeout(() => {
    report.value = ''
  }, SHOWN_MS)
}

/** Where reports appear. It is always there: readers of the screen hear what changes in it. */
export function Toasts() {
  return (
    <div class="toasts" role="status">
      {report.value && <p>{report.value}</p>}
    </div>
  )
}
