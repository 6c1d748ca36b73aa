/** What the program that serves knows of the machine and the installation, for its operators. */
export interface System {
  /** Of the program and what it runs on, by name. */
  versions: Record<string, string>
  /** Bytes of the database and of its log, and free bytes beside them. */
  files(): { database: number; log: number; free: number }
  /** The findings of `storewire doctor`. Takes seconds for a large database. */
  findings(): Promise<SystemFinding[]>
  /** Undefined if the server has no folder for backups. */
  backups?: SystemBackups | undefined
}

export interface SystemFinding {
  check: string
  level: 'ok' | 'warning' | 'problem'
  found: string
  todo: string | null
}

export interface SystemBackups {
  /** The newest first. `at` is epoch milliseconds. */
  list(): Promise<{ name: string; bytes: number; at: number }[]>
  /** Begins a backup, unless one is under way. */
  begin(): void
  isRunning(): boolean
  /** Why the last backup that somebody began has failed; null if it has not. */
  failure(): string | null
}
