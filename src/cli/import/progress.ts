import type { Clock } from '../../lib/clock.ts'
import type { Backfill } from '../../objects/bulk/backfills.ts'

/** How far an import is, for people. */
export interface Progress {
  /**
   * @param size of the file in bytes; undefined where nobody knows
   * @param rows that an earlier run has done with
   */
  begin(size: number | undefined, rows: number): void
  /** @param position bytes of the file that were read */
  sent(tally: { rows: number; rejected: number }, position: number): void
  /** The server works on what was sent. */
  processed(backfill: Backfill): void
  /** Calls wait for so long. */
  waiting(reason: string, ms: number): void
  warn(message: string): void
  end(): void
}

/** Where progress is shown. */
export interface Display {
  /**
   * @param share from 0 to 1; undefined where it is not known
   * @param isNews whether it must be seen, however little time has passed
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
      // How many rows there are in all is judged by the part of the file that was read.
      if (share && rate > 0) parts.push(`${duration((rows * (1 - share)) / share / rate)} left`)
      show(share, parts.join(', '))
    },
    processed: ({ processed, received, progress, status }) => {
      show(progress, `${count(processed)} of ${count(received)} processed, ${status}`)
    },
    waiting: (reason, ms) => {
      display.show(shown.share, `${shown.text}; waiting ${Math.ceil(ms / 1_000)} s, since ${reason}`, true)
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
