import { platform, type Runtime } from '../../src/client/runtime.ts'
import { Client } from '../../src/client/storewire.ts'

export interface SentRequest {
  method: string
  /** Below the base address. */
  path: string
  headers: Headers
  // Not typed: tests assert on the shape.
  body: ReturnType<typeof JSON.parse>
}

/** A client with a list of its requests; `runtime` replaces parts of its runtime. */
export function recordingClient(
  { baseUrl, key }: { baseUrl: string; key: string },
  runtime: Partial<Runtime> = {},
): { client: Client; sent: SentRequest[] } {
  const sent: SentRequest[] = []
  const send = runtime.fetch ?? platform.fetch
  const client = new Client(
    { secretKey: key, baseUrl },
    {
      ...platform,
      ...runtime,
      fetch: (url, init) => {
        sent.push({
          method: init.method ?? 'GET',
          path: url.slice(baseUrl.length),
          headers: new Headers(init.headers),
          body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
        })
        return send(url, init)
      },
    },
  )
  return { client, sent }
}
