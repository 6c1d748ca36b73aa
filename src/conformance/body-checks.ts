import { type Check, fail, type Outcome, pass, shown } from './check.ts'
import type { EndpointAnswer, Probe } from './probe.ts'

/** Larger than most requests of storewire, and below the limit of most frameworks. */
const LARGE_BYTES = 80 * 1024

/** Whether a preview that is written differently gets the same kind of response as a plain one. */
async function likeUsual(probe: Probe, what: string, sending: Promise<EndpointAnswer>): Promise<Outcome> {
  const [usual, answer] = [await probe.usual(), await sending]
  return kindOf(answer) === kindOf(usual)
    ? pass
    : fail(`${what} got ${shown(answer)}, but a plain preview got ${shown(usual)}.`)
}

function kindOf({ verdict }: EndpointAnswer): string {
  if (verdict.kind === 'refused') return `refused ${verdict.code}`
  return verdict.kind === 'no_answer' ? `no answer ${verdict.reason}` : verdict.kind
}

const rewritten = (probe: Probe, what: string, body: (usual: string) => string) =>
  likeUsual(probe, what, probe.preview({}, { body }))

const RAW =
  'Verify the bytes as they arrived, before any middleware parses them (Express: express.raw() on this route). Do not verify a body that was parsed and written again.'
const UTF8 = 'Keep the body as bytes, or decode the whole body as UTF-8. Also check the character set of your database.'

export const bodyChecks: Check[] = [
  {
    name: 'body-white-space',
    why: 'The layout of the JSON may change at any time. The signature covers every space.',
    fix: RAW,
    run: (probe) =>
      rewritten(
        probe,
        'A preview with tabs, line breaks and surrounding spaces',
        (body) => `\r\n ${JSON.stringify(JSON.parse(body), null, '\t').replaceAll('\n', '\r\n')} \n\n`,
      ),
  },
  {
    name: 'body-key-order',
    why: 'The order of JSON members may change at any time.',
    fix: `${RAW} Read members by name.`,
    run: (probe) =>
      rewritten(probe, 'A preview with its members in reverse order', (body) =>
        JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse())),
      ),
  },
  {
    name: 'body-escapes',
    why: 'The same text can be written with or without \\u escapes. The signature matches only the bytes that were sent.',
    fix: RAW,
    run: (probe) =>
      rewritten(probe, 'A preview whose text is written with \\u escapes', (body) =>
        body.replace('"other"', '"\\u006fther: \\u00fc \\ud83e\\udde6 \\/"'),
      ),
  },
  {
    name: 'body-unicode',
    why: 'Notes of agents are sent to the shop: with umlauts, emoji and any script.',
    fix: UTF8,
    run: (probe) =>
      likeUsual(
        probe,
        'A preview with umlauts, emoji and other scripts',
        probe.preview({ reason: 'other: Größe paßt nicht 🧦👩🏽‍🚀 שלום 日本語 é\u2028' }),
      ),
  },
  {
    name: 'body-large',
    why: 'An order with many lines and a long note makes a large request.',
    fix: 'Accept bodies of at least 100 KB.',
    run: (probe) =>
      rewritten(probe, `A preview of ${LARGE_BYTES / 1024} KiB`, (body) =>
        body.replace('"other"', `"other: ${'long '.repeat(LARGE_BYTES / 5)}"`),
      ),
  },
  {
    name: 'body-unknown-members',
    why: 'Later versions of storewire may send more members. Refunds must still work then.',
    fix: 'Ignore unknown members.',
    run: (probe) =>
      rewritten(probe, 'A preview with unknown members', (body) => {
        const { data, ...rest } = JSON.parse(body)
        return JSON.stringify({ ...rest, data: { ...data, fromTheFuture: [1, null] }, fromTheFuture: { deep: true } })
      }),
  },
  {
    name: 'body-not-json',
    why: 'An endpoint that crashes on a broken body may also crash during a refund.',
    fix: 'Respond with 400 to a body that is not JSON. Catch every exception before it reaches your framework.',
    run: async (probe) => {
      const answer = await probe.ping({ body: () => '{"type": "ping", ' })
      const { httpStatus } = answer
      if (httpStatus !== null && httpStatus >= 400 && httpStatus < 500) return pass
      return fail(`A signed body that is not JSON got ${shown(answer)}. The response must be 400.`)
    },
  },
  {
    name: 'unknown-type',
    why: 'A new type of request must not be handled like one that moves money.',
    fix: 'Respond to an unknown type with 400 {"ok":false,"code":"unknown_type"}.',
    run: async (probe) => {
      const type = (body: string) => body.replace('"type":"ping"', '"type":"refund.frobnicate"')
      const answer = await probe.ping({ body: type })
      const { httpStatus, verdict } = answer
      if (httpStatus === 400 && verdict.kind === 'refused' && verdict.code === 'unknown_type') return pass
      return fail(`The unknown type refund.frobnicate got ${shown(answer)}. The response must be 400 unknown_type.`)
    },
  },
]
