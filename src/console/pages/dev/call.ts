import { useEffect } from 'preact/hooks'
import type { DevView } from '../../dev-view.ts'
import { send } from '../api.ts'
import { base } from '../base.ts'
import { type Data, useData } from '../parts/use-data.ts'

/** The address of `/dev` of the server. */
export const devUrl = `${location.origin}${base.replace(/\/console$/, '')}/dev`

/** Calls an address under `/dev`. @throws ApiError */
export async function callDev<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const response = await send(devUrl + path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as T
}

/** The command that does the same. */
export function devCommand(path: string, body?: object): string {
  return `curl ${devUrl}${path}${body ? ` -d '${JSON.stringify(body)}'` : ''}`
}

/** How long changes are gathered: a test suite that runs must not be slowed down by who watches it. */
const GATHER_MS = 200

/** Everything that the page shows: read again after changes on the server, as long as the tab is seen. */
export function useView(): Data<DevView> {
  const view = useData(() => callDev<DevView>('GET', '/view'), 'dev')
  const { reload } = view
  useEffect(() => {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        reload()
      }, GATHER_MS)
    }
    const listen = () => {
      source?.close()
      source = undefined
      if (document.hidden) return
      source = new EventSource(`${devUrl}/events`)
      source.onmessage = hear
      // Nothing is sent again of what happened while there was no stream.
      source.onopen = hear
    }
    listen()
    document.addEventListener('visibilitychange', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      clearTimeout(timer)
      source?.close()
    }
  }, [reload])
  return view
}
