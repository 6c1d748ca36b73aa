import { type Check, fail, type Outcome, pass, shown } from './check.ts'
import type { Answer, Probe } from './probe.ts'

/** Larger than any request of storewire's is likely to be, and below what most frameworks take. */
const LARGE_BYTES = 80 * 1024

/** Whether a preview that is only written differently is answered like a plain one, whatever that is. */
async function likeUsual(probe: Probe, what: string, sending: Promise<Answer>): Promise<Outcome> {
  const [usual, answer] = [await probe.usual(), await sending]
  return kindOf(answer) === kindOf(usual)
    ? pass
    : fail(`${what} was answered ${shown(answer)}, but a plain one ${shown(usual)}.`)
}

function kindOf({ verdict }: Answer): string {
  if (verdict.kind === 'refused') return `refused ${verdict.code}`
  return verdict.kind === 'no_answer' ? `no answer ${verdict.reason}` : verdict.kind
}

const rewritten = (probe: Probe, what: string, body: (usual: string) => string) =>
  likeUsual(probe, what, probe.preview({}, { body }))

const RAW =
  'Verify the bytes as they arrived, before any middleware parses them (Express: express.raw() on this route); never a body that was parsed and written again.'
const UTF8 =
  'Keep the body as bytes, or decode the whole of it as UTF-8; look at the character set of your database, too.'

export const bodyChecks: Check[] = [
  {
    name: 'body-white-space',
    why: 'How JSON is laid out may change at any time; the signature covers every space of it.',
    mend: RAW,
    run: (probe) =>
      rewritten(
        probe,
        'A preview laid out with tabs, line ends and spaces around it',
        (body) => `\r\n ${JSON.stringify(JSON.parse(body), null, '\t').replaceAll('\n', '\r\n')} \n\n`,
      ),
  },
  {
    name: 'body-key-order',
    why: 'The members of JSON have no order, and storewire may send them in another one tomorrow.',
    mend: `${RAW} Read members by their names.`,
    run: (probe) =>
      rewritten(probe, 'A preview with its members in reverse order', (body) =>
        JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse())),
      ),
  },
  {
    name: 'body-escapes',
    why: 'The same text can be written with \\u escapes or without, and a signature fits only the one that was sent.',
    mend: RAW,
    run: (probe) =>
      rewritten(probe, 'A preview whose text is written with \\u escapes', (body) =>
        body.replace('"other"', '"\\u006fther: \\u00fc \\ud83e\\udde6 \\/"'),
      ),
  },
  {
    name: 'body-unicode',
    why: 'What agents write goes to the shop: umlauts, emoji, any script.',
    mend: UTF8,
    run: (probe) =>
      likeUsual(
        probe,
        'A preview with umlauts, emoji and other scripts',
        probe.preview({ reason: 'other: Größe paßt nicht 🧦👩🏽‍🚀 שלום 日本語 é\u2028' }),
      ),
  },
  {
    name: 'body-large',
    why: 'An order with many lines and a long note makes a long request.',
    mend: 'Let the endpoint take bodies of at least 100 KB.',
    run: (probe) =>
      rewritten(probe, `A preview of ${LARGE_BYTES / 1024} KiB`, (body) =>
        body.replace('"other"', `"other: ${'long '.repeat(LARGE_BYTES / 5)}"`),
      ),
  },
  {
    name: 'body-unknown-members',
    why: 'Later versions of storewire send more members, and refunds must go on.',
    mend: 'Pass over members that you do not know.',
    run: (probe) =>
      rewritten(probe, 'A preview with members that do not exist yet', (body) => {
        const { data, ...rest } = JSON.parse(body)
        return JSON.stringify({ ...rest, data: { ...data, fromTheFuture: [1, null] }, fromTheFuture: { deep: true } })
      }),
  },
  {
    name: 'body-not-json',
    why: 'An endpoint that crashes over a broken body may crash in the middle of a refund as well.',
    mend: 'Answer what is no JSON with 400, and let nothing that was thrown reach your framework.',
    run: async (probe) => {
      const answer = await probe.ping({ body: () => '{"type": "ping", ' })
      const { httpStatus } = answer
      if (httpStatus !== null && httpStatus >= 400 && httpStatus < 500) return pass
      return fail(`A signed body that is no JSON must be answered 400; the answer was ${shown(answer)}.`)
    },
  },
  {
    name: 'unknown-type',
    why: 'A new type of request must not be taken for one that moves money.',
    mend: 'Answer a type that you do not know 400 {"ok":false,"code":"unknown_type"}.',
    run: async (probe) => {
      const type = (body: string) => body.replace('"type":"ping"', '"type":"refund.frobnicate"')
      const answer = await probe.ping({ body: type })
      const { httpStatus, verdict } = answer
      if (httpStatus === 400 && verdict.kind === 'refused' && verdict.code === 'unknown_type') return pass
      return fail(`The type refund.frobnicate must be answered 400 unknown_type; the answer was ${shown(answer)}.`)
    },
  },
]
