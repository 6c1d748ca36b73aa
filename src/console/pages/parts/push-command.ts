import { base } from '../base.ts'

/** The base address of the API, beside the console. */
export const apiUrl = `${location.origin}${base.replace(/\/console$/, '')}/api/v1`

/** A command that pushes an object; the key comes from the environment. */
export function pushCommand(type: string, object: object): string {
  const body = JSON.stringify({ data: [object] }, null, 2).replaceAll("'", "'\\''")
  return [
    `curl ${apiUrl}/${type} \\`,
    `  -H "Authorization: Bearer $STOREWIRE_SECRET_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n')
}
