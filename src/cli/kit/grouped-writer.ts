import { write as writeFile, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Lines are written in groups to save system calls. No line waits longer than WAIT_MS. */
const GROUP_LENGTH = 32 * 1024
const WAIT_MS = 100
/** The most text that waits for a slow reader. Later lines are dropped, because memory must not grow without limit. */
const MAX_WAITING = 16 * 1024 * 1024
/** How long an ending process waits for a slow reader. */
const END_MS = 500
const RETRY_MS = 20

export interface GroupedWriter {
  write(text: string): void
  /** Resolves when everything is written, or when the reader has read nothing for half a second. */
  flush(): Promise<void>
}

/**
 * Writes text to a file descriptor in groups, in another thread, so that neither a slow reader nor a full disk blocks the server.
 * Only text that can't be written is lost. Waiting text is written when the process ends, unless SIGKILL ends it.
 */
export function groupedWriter(fd: number): GroupedWriter {
  let waiting = ''
  /** The bytes that are being written, or that wait for the reader. */
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

  /** Runs last in the process, so it must write synchronously. */
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
