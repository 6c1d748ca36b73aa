import { write as writeFile, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Lines are written together, to spare a system call each; none waits longer than this. */
const GROUP_LENGTH = 32 * 1024
const WAIT_MS = 100
/** What may wait for a reader that is slow. Beyond it lines are lost: memory must not grow without end. */
const MAX_WAITING = 16 * 1024 * 1024
/** How long a process that ends waits for such a reader. */
const END_MS = 500
const RETRY_MS = 20

export interface GroupedWriter {
  write(text: string): void
  /** Resolves when all is written, or when nobody has read for half a second. */
  flush(): Promise<void>
}

/**
 * Writes text to a file descriptor in groups, in another thread, so that neither a slow reader nor a full disk holds up whoever
 * writes. What can't be written is lost, and nothing else. What waits when the process ends, however it ends but by SIGKILL, is written then.
 */
export function groupedWriter(fd: number): GroupedWriter {
  let waiting = ''
  /** What is being written, or waits for a reader to make room. */
  let group = Buffer.alloc(0)
  let isInThread = false
  let timer: NodeJS.Timeout | undefined

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    if (isInThread) return
    if (group.length === 0) {
      group = Buffer.from(waiting)
      waiting = ''
    }
    if (group.length === 0) return
    isInThread = true
    writeFile(fd, group, (error, written) => {
      isInThread = false
      if (error?.code === 'EAGAIN') return plan(RETRY_MS)
      group = error ? Buffer.alloc(0) : group.subarray(written)
      if (group.length > 0 || waiting.length >= GROUP_LENGTH) send()
      else if (waiting.length > 0) plan(WAIT_MS)
    })
  }

  function plan(delay: number): void {
    timer ??= setTimeout(send, delay)
  }

  /** The last words of a process: nothing runs after them. */
  function sendAtExit(): void {
    let rest = Buffer.concat([isInThread ? Buffer.alloc(0) : group, Buffer.from(waiting)])
    const giveUp = performance.now() + END_MS
    while (rest.length > 0 && performance.now() < giveUp) {
      try {
        rest = rest.subarray(writeSync(fd, rest))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
      }
    }
  }

  process.once('exit', sendAtExit)
  return {
    write: (text) => {
      if (waiting.length + text.length > MAX_WAITING) return
      waiting += text
      if (waiting.length >= GROUP_LENGTH) send()
      else plan(WAIT_MS)
    },
    flush: async () => {
      let left = Number.POSITIVE_INFINITY
      let giveUp = 0
      for (;;) {
        const unwritten = group.length + waiting.length
        if (unwritten < left) giveUp = performance.now() + END_MS
        left = Math.min(left, unwritten)
        if (left === 0 || performance.now() >= giveUp) return
        send()
        await sleep(RETRY_MS)
      }
    },
  }
}
