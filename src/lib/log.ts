/** The server's log for its operator. `fields` never contain keys, bodies, e-mail addresses, queries or ids of a shop. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

/** A log that writes nothing. */
export const silentLog: Log = { debug: () => {}, info: () => {}, error: () => {} }

/** From silent to verbose: each level includes the previous ones. */
export const logLevels = ['silent', 'error', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]
