/** Where the server tells its operator what happens. `fields` never hold keys, bodies, e-mail addresses, queries or ids of a shop. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

/** For where nobody listens. */
export const silentLog: Log = { debug: () => {}, info: () => {}, error: () => {} }

/** From nothing to everything: each level shows what those before it do. */
export const logLevels = ['silent', 'error', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]
