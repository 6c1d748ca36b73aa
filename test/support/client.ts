import { platform, type Runtime } from '../../src/client/runtime.ts'
import { Client } from '../../src/client/storewire.ts'

export interface SentRequest {
  method: string
  /** Below the base address. */
  path: string
  headers: Headers
  // Tests assert on the shape: it is not known to the compiler.
  body: ReturnType<typeof JSON.parse>
}

/** The client library with a list of what it sends; `runtime` replaces parts of what it runs on. */
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
