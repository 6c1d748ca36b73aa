import { html, type Markup } from '../lib/escape.ts'
import { toIso } from '../lib/time.ts'
import type { BoxedMail } from '../mail/mailbox.ts'

const STYLE = `
:root { color-scheme: light dark; --text: #1d2433; --quiet: #5b6475; --line: #dde1e9; --back: #f6f7f9; --card: #ffffff; --link: #1f4fd8 }
@media (prefers-color-scheme: dark) {
  :root { --text: #e7eaf0; --quiet: #a3abba; --line: #343a47; --back: #14171d; --card: #1d2129; --link: #8ab0ff }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px }
h1 { font-size: 24px; margin: 0 0 4px; overflow-wrap: anywhere }
h2 { font-size: 16px; margin: 24px 0 8px }
a { color: var(--link) }
.quiet { color: var(--quiet); margin: 0 0 16px; overflow-wrap: anywhere }
ul { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px }
li + li { border-top: 1px solid var(--line) }
li a { display: block; padding: 12px 16px; text-decoration: none; color: inherit }
li a:hover, li a:focus-visible { background: var(--back) }
li strong { display: block; overflow-wrap: anywhere }
li span { color: var(--quiet); font-size: 14px; overflow-wrap: anywhere }
pre, iframe { width: 100%; margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px }
pre { padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace }
iframe { height: 420px; background: Canvas }
button { font: inherit; padding: 8px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; cursor: pointer }
nav { display: flex; flex-wrap: wrap; gap: 16px; align-items: center; justify-content: space-between; margin-bottom: 16px }
`

function page(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ markup: STYLE }}</style>
</head>
<body><main>${body}</main></body>
</html>
`.markup
}

/** All mails that would have been sent, the newest first. */
export function mailboxPage(mails: BoxedMail[]): string {
  const list = html`<ul>${mails.map(
    ({ id, subject, to, at }) =>
      html`<li><a href="/dev/mailbox/${id}"><strong>${subject}</strong><span>To ${to}, ${toIso(at)}</span></a></li>`,
  )}</ul>`
  const none = html`<p>No mail yet. Invite somebody in the <a href="/console/members">console</a>, or let a customer wait.</p>`
  return page(
    'Mailbox',
    html`<nav><a href="/dev">storewire dev</a>${
      mails.length === 0
        ? null
        : html`<form method="post" action="/dev/mailbox/clear"><button>Delete all</button></form>`
    }</nav>
<h1>Mailbox</h1>
<p class="quiet">What this server would have mailed. Nothing is sent; the newest 100 mails are kept until it stops.</p>
${mails.length === 0 ? none : list}`,
  )
}

/** One mail: as its reader sees it, as plain text, and its headers. */
export function mailPage({ id, subject, from, to, text, html: part, headers, at }: BoxedMail): string {
  return page(
    subject,
    html`<nav><a href="/dev/mailbox">Mailbox</a></nav>
<h1>${subject}</h1>
<p class="quiet">From ${from} to ${to}, ${toIso(at)}</p>
${
  part === null
    ? null
    : html`<h2>HTML</h2>
<iframe title="HTML part" sandbox="" src="/dev/mailbox/${id}/html"></iframe>`
}
<h2>Text</h2>
<pre>${text}</pre>
<h2>Headers</h2>
<pre>${headers.join('\n')}</pre>`,
  )
}
