import type { Clock } from '../../lib/clock.ts'
import { inert } from '../../lib/inert.ts'
import type { Display } from './progress.ts'

/** A bar on a terminal, plain lines anywhere else. */
export async function openDisplay(clock: Clock, stream: NodeJS.WriteStream = process.stderr): Promise<Display> {
  return stream.isTTY ? await bar(stream) : lines((line) => stream.write(`${inert(line)}\n`), clock)
}

const BAR_WIDTH = 24

async function bar(stream: NodeJS.WriteStream): Promise<Display> {
  // Loaded here, so that no other command waits for it.
  const { default: progress } = await import('cli-progress')
  let share: number | undefined
  let text = ''
  const single = new progress.SingleBar({
    // Interrupting is the command's business: the library would end the process.
    gracefulExit: false,
    stream,
    // The summary tells the rest.
    clearOnComplete: true,
    barsize: BAR_WIDTH,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    format: (options) =>
      share === undefined
        ? text
        : `${progress.Format.BarFormat(share, options)} ${String(Math.floor(share * 100)).padStart(3)}%  ${text}`,
  })
  const render = () => (single.isActive ? single.update(share ?? 0) : single.start(1, share ?? 0))
  return {
    show: (newShare, newText) => {
      share = newShare
      text = inert(newText)
      render()
    },
    note: (line) => {
      const isShown = single.isActive
      single.stop()
      stream.write(`${inert(line)}\n`)
      if (isShown) render()
    },
    end: () => single.stop(),
  }
}

const INTERVAL_MS = 5_000

/** Lines for logs: the first at once, then one every five seconds, and the last. */
export function lines(write: (line: string) => void, clock: Clock): Display {
  let writtenAt = Number.NEGATIVE_INFINITY
  let waiting: string | undefined
  const put = (line: string) => {
    write(line)
    writtenAt = clock.now()
    waiting = undefined
  }
  return {
    show: (share, text, isNews = false) => {
      waiting = share === undefined ? text : `${Math.floor(share * 100)}%, ${text}`
      if (isNews || clock.now() - writtenAt >= INTERVAL_MS) put(waiting)
    },
    note: write,
    end: () => {
      if (waiting !== undefined) put(waiting)
    },
  }
}
