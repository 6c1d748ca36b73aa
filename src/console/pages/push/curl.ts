import type { CallDetail } from '../api-types.ts'
import { apiUrl } from '../parts/push-command.ts'

/** Bytes that the log keeps of a body. */
const KEPT_BYTES = 16 * 1024

/** Whether a body is only the beginning of what was sent. */
export function isCut(body: string | null | undefined): boolean {
  return typeof body === 'string' && new TextEncoder().encode(body).length >= KEPT_BYTES
}

/** The command that sends a call again, with the key of the environment. A body that is not known whole comes from a file. */
export function curlOf({ call: { method, path }, body }: CallDetail): string {
  const address = apiUrl.replace(/\/api\/v1$/, '') + path
  const lines = [`curl -X ${method} '${quoted(address)}' \\`, '  -H "Authorization: Bearer $STOREWIRE_SECRET_KEY"']
  if (method !== 'POST') return lines.join('\n')
  const data = typeof body === 'string' && body !== '' && !isCut(body) ? `'${quoted(body)}'` : '@body.json'
  return [
    ...lines.slice(0, 1),
    `${lines[1]} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  --data-binary ${data}`,
  ].join('\n')
}

function quoted(text: string): string {
  return text.replaceAll("'", "'\\''")
}
