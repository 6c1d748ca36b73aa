/** A connection by WebDriver BiDi (w3.org/TR/webdriver-bidi): commands as JSON over a WebSocket, each with its answer. */
export interface BidiConnection {
  /** @throws Error with the browser's message */
  send<T>(method: string, params: object): Promise<T>
  close(): void
}

export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let ids = 0
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`no connection to ${url}`))
  })
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data))
    const answer = waiting.get(id)
    waiting.delete(id)
    if (type === 'error') answer?.reject(new Error(`${error}: ${message}`))
    else answer?.resolve(result)
  }
  return {
    send: <T>(method: string, params: object) => {
      const id = ++ids
      const answer = Promise.withResolvers<unknown>()
      waiting.set(id, answer)
      socket.send(JSON.stringify({ id, method, params }))
      return answer.promise as Promise<T>
    },
    close: () => socket.close(),
  }
}
