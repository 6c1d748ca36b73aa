/** How long nothing of an upload may move: a line can be dead without an error, and the pictures after it wait. */
const STILL_MS = 60_000

interface Upload {
  method: string
  headers: Record<string, string>
  body: Blob
  /** Ends the upload. */
  signal: AbortSignal
}

/**
 * What `fetch` does, for a file: it ends when nothing moves any more. By XMLHttpRequest, since `fetch` reports no progress.
 *
 * @param onSent is called with the part that is sent, from 0 to 1
 * @throws TypeError without a response
 */
export function upload(
  address: string,
  { method, headers, body, signal }: Upload,
  onSent?: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    let timer: ReturnType<typeof setTimeout>
    const stop = () => request.abort()
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(stop, STILL_MS)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      watch()
      onSent?.(loaded / total)
    }
    request.onloadend = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
    request.onerror = request.onabort = () => reject(new TypeError('no response'))
    request.onload = () =>
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }))
    signal.addEventListener('abort', stop)
    watch()
    request.send(body)
    // One that had ended before sends nothing.
    if (signal.aborted) stop()
  })
}

function headersOf(request: XMLHttpRequest): [string, string][] {
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  return lines.map((line) => line.split(': ', 2) as [string, string])
}
