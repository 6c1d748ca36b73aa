import { onOneLine, warn } from './output.ts'

/** The user interrupted a command, which says how things stand. */
export class Interrupted extends Error {}

/**
 * Runs work that Ctrl-C brings to an orderly end. The process then ends by the signal, as a shell expects of it: a loop around
 * the command ends too.
 */
export async function interruptibly<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let received: NodeJS.Signals | undefined
  const interrupt = (signal: NodeJS.Signals) => {
    received = signal
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  try {
    return await work(controller.signal)
  } catch (error) {
    if (received) {
      warn(`storewire: ${onOneLine(error instanceof Interrupted ? error.message : 'Interrupted.')}`)
      process.kill(process.pid, received)
    }
    throw error
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt)
  }
}
