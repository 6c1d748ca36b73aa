import type { Part } from '../http/services.ts'
import type { Mailer } from './mailer.ts'

/** The mailer of the server, for what is sent at once: tests. All else waits in the queue. */
export const mailPart: Part<{ mailer: Mailer; stop(): void }, { mailer: Mailer }> = {
  start: ({ mailer }) => ({ mailer, stop: () => {} }),
}
