import type { Part, System } from '../http/services.ts'

interface OwnSystem {
  /** Undefined for a server within another program. */
  system: System | undefined
  /** When the last backup was made, in epoch milliseconds; 0 without one, undefined if the server makes none. */
  lastBackupAt(): Promise<number | undefined>
}

/** What the program that serves knows of itself and of its backups. */
export const systemPart: Part<OwnSystem & { stop(): void }> = {
  start: ({ system, lastBackupAt = async () => undefined }) => ({ system, lastBackupAt, stop: () => {} }),
}
