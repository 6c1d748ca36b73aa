import { useEffect, useState } from 'preact/hooks'
import type { ApiError } from '../api-error.ts'
import { en } from '../texts/en.ts'
import { CopyButton } from './copy-field.tsx'
import { Icon } from './icon.tsx'

/** Why a call was not done: the sentence of the server, which says what to do, and the number to ask about. */
export function Problem({ error, onRetry }: { error: ApiError | null; onRetry?: () => void }) {
  const seconds = useCountdown(error)
  if (!error) return null
  const { message, requestId } = error
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <div>
        <p>{message}</p>
        {seconds > 0 && <p>{en.common.tryIn(seconds)}</p>}
        {requestId !== null && (
          <p class="quiet">
            {en.common.requestId} <code>{requestId}</code> <CopyButton text={requestId} />
          </p>
        )}
        {onRetry && seconds === 0 && (
          <button type="button" class="button plain" onClick={onRetry}>
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
