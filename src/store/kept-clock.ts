import { type Clock, systemClock } from '../lib/clock.ts'
import type { Reader, Tx } from './store.ts'

/*
 * How far the clock of `storewire dev` is ahead, kept in its database: commands on the same file write with the same time. Only
 * dev writes it, and only while it runs.
 */

/** @param ms 0 where the clock is the machine's, of which nothing is kept */
export async function keepAhead(tx: Tx, ms: number): Promise<void> {
  await tx.run('DELETE FROM dev_clock')
  if (ms !== 0) await tx.run('INSERT INTO dev_clock (id, ahead_ms) VALUES (1, ?)', ms)
}

/** The clock by which a database is written: the machine's, unless a `storewire dev` has moved its own. */
export async function clockOf(reader: Reader): Promise<Clock> {
  const row = await reader.get<{ ahead: number }>('SELECT ahead_ms AS ahead FROM dev_clock')
  return row === undefined ? systemClock : { now: () => systemClock.now() + row.ahead }
}
