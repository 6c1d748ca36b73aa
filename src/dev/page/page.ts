import { pathOf } from '../../http/terminal-lines.ts'
import { formatAmount } from '../../lib/amounts.ts'
import { html, type Markup } from '../../lib/html.ts'
import { toIso } from '../../lib/time.ts'
import { overTotalWords } from '../../refunds/agent-view.ts'
import type { SentRequest } from '../../refunds/endpoint/outbound.ts'
import type { RecordedCall } from '../calls.ts'
import type { TestRefund } from '../testing-api.ts'
import type { View } from './view.ts'

/** The whole page. Everything that changes is in `main`, which the script replaces. */
export function page(view: View): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>storewire dev</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev/page.css">
<script src="/dev/page.js" defer></script>
</head>
<body>
<header>
<h1>storewire dev</h1>
<a href="/dev/shop">Sample shop</a>
<a href="/console">Console</a>
<a href="/api/v1">API reference</a>
<form method="post" action="/dev/clock"><label>Clock <input name="advance" value="20s" size="6"></label> <button>Advance</button></form>
<form method="post" action="/dev/reset"><button>Reset everything</button></form>
</header>
<main>
${clock(view)}
${calls(view)}
${refunds(view)}
${batches(view)}
</main>
</body>
</html>
`.markup
}

function clock({ now, aheadMs, rules, faults }: View): Markup {
  const ahead = aheadMs === 0 ? null : html`, ${Math.round(aheadMs / 1_000)} s ahead of this machine`
  return html`<p class="quiet">It is ${toIso(now)}${ahead}.</p>
${rules.map((rule) => html`<p>Sample shop: <code>${JSON.stringify(rule)}</code></p>`)}
${faults.map((fault) => html`<p class="bad">Chaos: <code>${JSON.stringify(fault)}</code></p>`)}`
}

const none = html`<p class="quiet">None yet.</p>`

function calls({ calls }: View): Markup {
  return html`<h2>Calls</h2>
<section aria-label="Calls">${calls.length === 0 ? none : calls.map(call)}</section>`
}

function call({ number, at, method, path, status, durationMs, requestBody, answerBody, issues }: RecordedCall): Markup {
  return html`<details id="call-${number}"><summary class="line">
<span class="quiet">${time(toIso(at))}</span><span class="${status !== null && status < 400 ? 'good' : 'bad'}">${status ?? 'cut off'}</span
><span>${method} ${path}</span><span class="quiet">${durationMs} ms</span>
${issues.map((issue) => html`<div class="bad">${pathOf(issue.path)} ${issue.message}</div>`)}</summary>
${body('Request', requestBody)}${body('Response', answerBody)}</details>`
}

function body(name: string, text: string): Markup | null {
  return text === '' ? null : html`<div>${name}</div><pre>${indented(text)}</pre>`
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function refunds(view: View): Markup {
  const { refunds } = view
  return html`<h2>Refunds</h2>
<section aria-label="Refunds">${refunds.length === 0 ? none : refunds.map((refund) => refundOf(refund, view))}</section>`
}

function refundOf(refund: TestRefund, view: View): Markup {
  const { id, orderId, status, amount, currency, reason, refundId, failure, moves, deliveries } = refund
  const { reportedAs, possiblyRefunded, approvalReasons, overOrderTotal } = refund
  return html`<details id="${id}"><summary>
<span class="${status === 'failed' ? 'bad' : status === 'succeeded' ? 'good' : ''}">${status.replace('_', ' ')}</span
><span>${formatAmount(amount, currency)}</span><span>order ${orderId}</span><span>${reason}</span
><span class="quiet">${id} ${refundId}</span>${failure && html`<span class="bad">${failure.code} ${failure.message}</span>`}
${reportedAs && html`<span>later reported as ${reportedAs}</span>`}${possiblyRefunded ? html`<span class="bad">may have been refunded</span>` : null}
${approvalReasons.length === 0 ? null : html`<span>${approvalReasons.join(', ')}</span>`}
${overOrderTotal && html`<div class="bad">${overTotalWords(refund, overOrderTotal)}</div>`}</summary>
${status === 'awaiting_customer' ? html`<p>${button(`/dev/refunds/${id}/confirm`, 'Confirm')}${button(`/dev/refunds/${id}/decline`, 'Decline')}</p>` : null}
<div class="wide"><table><thead><tr><th>Time</th><th>Moved to</th><th>By</th><th>Because</th></tr></thead><tbody>
${moves.map(({ at, to, on, actor, reason }) => html`<tr><td>${time(at)}</td><td>${to}</td><td>${actor}</td><td>${on} ${reason}</td></tr>`)}
</tbody></table></div>
${deliveries.map((delivery) => deliveryOf(delivery, view))}</details>`
}

function deliveryOf(delivery: TestRefund['deliveries'][number], { replays, sent }: View): Markup {
  const { id, type, number } = delivery
  const replay = replays.get(id)
  const again = replay && exchange({ ...replay, id: `again-${id}`, sentAt: replay.at, what: 'sent again' })
  return html`${exchange({ ...delivery, what: `${type} ${number}`, sent: sent.get(id) })}
<p>${button(`/dev/deliveries/${id}/replay`, 'Replay')}</p>${again}`
}

type Exchange = Pick<
  TestRefund['deliveries'][number],
  'id' | 'sentAt' | 'httpStatus' | 'durationMs' | 'answer' | 'verdict' | 'explanation'
> & { what: string; sent: SentRequest | undefined }

/** One request to the refund endpoint as one line; opened, it shows request and response. */
function exchange({ id, sentAt, what, httpStatus, durationMs, answer, verdict, explanation, sent }: Exchange): Markup {
  return html`<details id="${id}"><summary class="line">
<span class="quiet">${time(sentAt)}</span><span>${what}</span><span>${httpStatus === null ? null : `HTTP ${httpStatus}`}</span
><span class="${isBad(verdict) ? 'bad' : 'good'}">${verdict ?? 'in progress'}</span><span class="quiet">${durationMs} ms</span>
${explanation && html`<div>${explanation}</div>`}</summary>
${sent ? request(sent) : null}${body('Response', answer ?? '')}</details>`
}

/** As it was sent: what is signed is the body to the byte, so it is not indented. */
function request({ headers, body: text }: SentRequest): Markup {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return html`<div>Request</div><pre>${[...lines, '', text].join('\n')}</pre>`
}

const isBad = (verdict: string | null) => verdict !== null && /^(no_answer|refused|bad_signature)/.test(verdict)

function button(action: string, label: string): Markup {
  return html`<form method="post" action="${action}"><button>${label}</button></form> `
}

function batches({ batches }: View): Markup {
  const rows = batches.map(
    ({ id, resource, status, received, processed, results, backfillId }) => html`<tr><td>${id}</td><td>${resource}</td>
<td>${status}</td><td><progress max="${received}" value="${processed}"></progress> ${processed} of ${received}</td>
<td>${results.created} created, ${results.updated} updated, ${results.stale} stale</td><td>${backfillId}</td></tr>`,
  )
  const table = html`<div class="wide"><table><thead><tr><th>Batch</th><th>Of</th><th>Status</th><th>Processed</th><th>Results</th><th>History import</th></tr></thead>
<tbody>${rows}</tbody></table></div>`
  return html`<h2>Batches</h2>
<section aria-label="Batches">${rows.length === 0 ? none : table}</section>`
}

/** The time of day of an ISO-8601 time. */
function time(iso: string): string {
  return iso.slice(11, 19)
}
