import { type Clock, systemClock } from '../lib/time.ts'
import type { Reader, Tx } from './store.ts'

/*
 * The offset of the clock of `storewire dev`, stored in its database so that commands on the same file use the same time. Only dev
 * writes it, and only while it runs.
 */

/** @param ms the offset; 0 removes it */
export async function keepAhead(tx: Tx, ms: number): Promise<void> {
  await tx.run('DELETE FROM dev_clock')
  if (ms !== 0) await tx.run('INSERT INTO dev_clock (id, ahead_ms) VALUES (1, ?)', ms)
}

/** The clock of a database: the machine's clock, shifted by the offset of `storewire dev` if there is one. */
export async function clockOf(reader: Reader): Promise<Clock> {
  const row = await reader.get<{ ahead: number }>('SELECT ahead_ms AS ahead FROM dev_clock')
  return row === undefined ? systemClock : { now: () => systemClock.now() + row.ahead }
}
