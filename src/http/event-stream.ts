/**
 * Turns texts into the bytes of a response, produced as the client reads them.
 *
 * @param onEnd called when the texts have ended or failed, or the client has disconnected
 */
export function asStream(
  texts: AsyncGenerator<string, undefined>,
  onEnd: () => void,
  onError: (error: Error) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isCancelled = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await texts.next()
          if (isCancelled) return
          if (!done) {
            controller.enqueue(encoder.encode(value))
            return
          }
          onEnd()
          controller.close()
        } catch (error) {
          onEnd()
          onError(error as Error)
          controller.error(error)
        }
      },
      cancel: () => {
        isCancelled = true
        onEnd()
      },
    },
    // No text is produced before the client reads.
    { highWaterMark: 0 },
  )
}
