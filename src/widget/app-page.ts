import { escapeHtml } from '../lib/escape.ts'

/** The page is on the origin of the console, so it holds nothing that comes from a shop or a customer: the chat is in the frame. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export const APP_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CSP,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** @param script the first one, which takes the token out of the address; the second one is the loader of all pages */
export function appPage({
  key,
  locale,
  dir,
  title,
  script,
}: {
  key: string
  locale: string
  dir: string
  title: string
  script: string
}): string {
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<script src="widget/assets/${script}"></script>
<script async src="widget.js" data-key="${escapeHtml(key)}" data-full></script>
</head>
<body>
</body>
</html>
`
}
