import { onOneLine, warn } from './output.ts'

/** The user interrupted a command. The message reports what was done and how to continue. */
export class Interrupted extends Error {}

/**
 * Runs work that Ctrl-C stops cleanly. The process then ends by the signal, so that a shell also ends a loop around the command.
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
