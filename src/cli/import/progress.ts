import { inert } from '../../lib/escape.ts'
import type { Clock } from '../../lib/time.ts'
import type { Backfill } from '../../objects/bulk/backfills.ts'

/** Shows the progress of an import to people. */
export interface Progress {
  /**
   * @param size of the file in bytes; undefined if unknown
   * @param rows that an earlier run has finished
   */
  begin(size: number | undefined, rows: number): void
  /** @param position bytes of the file that were read */
  sent(tally: { rows: number; rejected: number }, position: number): void
  /** The server is processing the sent rows. */
  processed(backfill: Backfill): void
  /** Calls wait, in milliseconds. */
  waiting(reason: string, ms: number): void
  warn(message: string): void
  end(): void
}

/** The place where progress is shown. */
export interface Display {
  /**
   * @param share from 0 to 1; undefined if unknown
   * @param isNews whether it must be shown now, even if the last line was shown shortly before
   */
  show(share: number | undefined, text: string, isNews?: boolean): void
  /** Shows a line that stays. */
  note(line: string): void
  end(): void
}

const count = new Intl.NumberFormat('en').format

export function createProgress(display: Display, clock: Clock): Progress {
  let startedAt = clock.now()
  let size: number | undefined
  let before = 0
  let shown: { share: number | undefined; text: string } = { share: undefined, text: 'reading' }
  const show = (share: number | undefined, text: string) => {
    shown = { share, text }
    display.show(share, text)
  }
  return {
    begin: (bytes, rows) => {
      startedAt = clock.now()
      size = bytes
      before = rows
      show(size === undefined ? undefined : 0, 'reading')
    },
    sent: ({ rows, rejected }, position) => {
      const share = size ? position / size : undefined
      const rate = ((rows - before) * 1_000) / Math.max(clock.now() - startedAt, 1)
      const parts = [`${count(rows)} rows sent`, `${count(Math.round(rate))}/s`]
      if (rejected > 0) parts.push(`${count(rejected)} rejected`)
      // The total number of rows is estimated from the share of the file that was read.
      if (share && rate > 0) parts.push(`${duration((rows * (1 - share)) / share / rate)} left`)
      show(share, parts.join(', '))
    },
    processed: ({ processed, received, progress, status }) => {
      show(progress, `${count(processed)} of ${count(received)} processed, ${status}`)
    },
    waiting: (reason, ms) => {
      display.show(shown.share, `${shown.text}; waiting ${Math.ceil(ms / 1_000)} s, because ${reason}`, true)
    },
    warn: (message) => display.note(message),
    end: () => display.end(),
  }
}

/** Seconds as `1:05`, or `2:03:04`. */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** A bar on a terminal, plain lines elsewhere. */
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
    // The command handles interrupts itself: the library would end the process.
    gracefulExit: false,
    stream,
    // The summary replaces the bar.
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
