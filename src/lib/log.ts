/** Where the server tells its operator what went wrong. `fields` never hold keys, bodies or e-mail addresses. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

/** One JSON object a line on standard error. */
export const stderrLog: Log = {
  info: (message, fields) => writeLine('info', message, fields),
  error: (message, fields) => writeLine('error', message, fields),
}

function writeLine(level: string, message: string, fields: Record<string, unknown> = {}): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`)
}
