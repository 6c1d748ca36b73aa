import type { Part, System } from '../http/services.ts'

interface OwnSystem {
  /** Undefined for a server within another program. */
  system: System | undefined
  lastBackupAt(): number | undefined
}

/** What the program that serves knows of itself and of its backups. */
export const systemPart: Part<OwnSystem & { stop(): void }> = {
  start: ({ system, lastBackupAt = () => undefined }) => ({ system, lastBackupAt, stop: () => {} }),
}
