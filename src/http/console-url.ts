/**
 * The address of the console, which browsers open.
 *
 * @param baseUrl of the server, with or without `/api/v1` at its end
 * @param fragment the text after the `#`, such as the token of a one-time link: it is never in a log or a Referer header
 */
export function consoleUrl(baseUrl: string, fragment?: string): string {
  const address = `${baseUrl.replace(/\/api\/v1$/, '')}/console`
  return fragment === undefined ? address : `${address}#${fragment}`
}
