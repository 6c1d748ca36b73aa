import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const EVERY_MS = 100

/** The memory of a process as Linux counts it, in MB. */
export interface Memory {
  samples: { at: number; mb: number }[]
  /** Its peak, also between two samples. */
  peakMb: number
  stop(): void
}

/** Samples a process's resident memory until the process ends or `stop` is called. @param onSample called with each sample, in MB */
export function watchMemory({ pid }: ChildProcess, onSample: (mb: number) => void): Memory {
  const status = `/proc/${pid}/status`
  const memory: Memory = { samples: [], peakMb: 0, stop: () => clearInterval(timer) }
  const sample = () => {
    if (!existsSync(status)) return
    const text = readFileSync(status, 'utf8')
    const mb = megabytes(text, 'VmRSS')
    // A process that has ended but is not yet collected has no memory.
    if (mb === undefined) return
    memory.samples.push({ at: performance.now(), mb })
    memory.peakMb = Math.max(memory.peakMb, megabytes(text, 'VmHWM') ?? mb)
    onSample(mb)
  }
  const timer = setInterval(sample, EVERY_MS)
  sample()
  return memory
}

function megabytes(status: string, name: string): number | undefined {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]
  return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6
}
