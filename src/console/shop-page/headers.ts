/** As strict as a shop's own policy may be: the chat window needs its script and its frame, and the pictures are of this server. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The headers of the shop's page and of its files. @param type the media type, without the charset */
export function shopHeaders(type: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': CSP,
    'content-type': `${type}; charset=utf-8`,
    // Without a referrer browsers would not say either which origin a form comes from.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}
