import type { Figures } from './figures.ts'
import { type Measured, TOO_MUCH_MB } from './measure.ts'

/** The highest allowed ratio of a figure to the control's. */
export const RATIO = 2
/** Figures below these pass whatever the control's: the ratio of small figures is noise. In milliseconds. */
export const FLOOR = { push: 10, bulk: 250, median: 3 }
export const MOST_MEMORY_MB = 600
/** Memory that may still be in use after an attack: the allocator returns it slowly. */
export const MEMORY_LEFT_MB = 150
const HEALTH_MS = 2_000

/** The harm that an attack did; empty if it did no harm. */
export function problems(attacked: Measured, control: Measured, mostDiskMb: number | undefined): string[] {
  const { pushes, bulk, health, memory } = attacked
  // The shop's own calls grow it, too: at least by the control's growth, which ends 10 seconds earlier.
  const diskMb = attacked.diskMb - control.diskMb
  return [
    ...ends(attacked),
    ...failures('pushes', pushes.during),
    ...slower('push p99', pushes.during.p99, control.pushes.during.p99, FLOOR.push),
    ...failures('bulk calls', bulk),
    ...slower('slowest bulk call', bulk.worst, control.bulk.worst, FLOOR.bulk),
    ...failures('calls of /healthz', health),
    ...(health.worst > HEALTH_MS ? [`/healthz took ${ms(health.worst)}, more than ${ms(HEALTH_MS)}`] : []),
    ...(memory.peak < MOST_MEMORY_MB ? [] : [`memory reached ${mb(memory.peak)}, not below ${mb(MOST_MEMORY_MB)}`]),
    ...(mostDiskMb !== undefined && diskMb > mostDiskMb
      ? [`the database grew by ${mb(diskMb)} more than without it, which may be ${mb(mostDiskMb)}`]
      : []),
    ...unsettled(attacked),
  ]
}

/** Why one shop's calls cost another too much. */
export function unfair(attacked: Measured, control: Measured): string[] {
  const { during } = attacked.pushes
  return [
    ...ends(attacked),
    ...failures('pushes', during),
    ...slower('median push', during.median, control.pushes.during.median, FLOOR.median),
  ]
}

function ends({ ended, isCutShort }: Measured): string[] {
  return [
    ...(ended === undefined ? [] : [`the server ended: ${ended}`]),
    ...(isCutShort ? [`ended early: the server held more than ${mb(TOO_MUCH_MB)}`] : []),
  ]
}

function failures(what: string, { calls, failed, firstFailure }: Figures): string[] {
  if (calls === 0) return [`no ${what} were made`]
  return failed === 0 ? [] : [`${failed} of ${calls} ${what} failed, the first: ${firstFailure}`]
}

function slower(what: string, took: number, control: number, floor: number): string[] {
  const most = Math.max(RATIO * control, floor)
  return took <= most ? [] : [`${what} ${ms(took)}, more than ${ms(most)} (control ${ms(control)})`]
}

function unsettled({ pushes: { before, after, settled }, memory }: Measured): string[] {
  return [
    ...failures('pushes after it', after),
    ...slower('median push after it', settled.median, before.median, FLOOR.push),
    ...(memory.settled <= memory.before + MEMORY_LEFT_MB
      ? []
      : [`${mb(memory.settled)} of memory after it, ${mb(memory.before)} before`]),
  ]
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`
const mb = (value: number) => `${value.toFixed(0)} MB`
