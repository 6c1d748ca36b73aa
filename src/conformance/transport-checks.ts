import { type Check, fail, pass, shown, skip } from './check.ts'

/** What production waits for the whole of an answer. */
const LIMIT_MS = 10_000

/** What shows before anything else, and without which nothing else can be told. */
export const connectionChecks: Check[] = [
  {
    name: 'reachable',
    why: 'storewire has to reach the endpoint, over a connection that it can trust.',
    mend: 'Start the endpoint, and check address, port, firewall and certificate (with its chain; one of your own making goes into --ca).',
    gate: true,
    run: async (probe) => {
      const { httpStatus, problem } = await probe.ping()
      return httpStatus === null ? fail(problem?.explanation ?? 'There was no answer.') : pass
    },
  },
  {
    name: 'no-redirect',
    why: 'Redirects are not followed: a signed request goes where it was addressed, or nowhere.',
    mend: 'Set the address that it leads to; mind https, www and the slash at the end.',
    gate: true,
    run: async (probe) => {
      const answer = await probe.ping()
      const { httpStatus } = answer
      return httpStatus !== null && httpStatus >= 300 && httpStatus < 400
        ? fail(`It redirects: ${shown(answer)}.`)
        : pass
    },
  },
  {
    name: 'not-compressed',
    why: 'Answers are not unpacked, so a compressed one is no answer.',
    mend: 'Switch compression off for this route, in the program and in the proxy before it; the request does not ask for it.',
    gate: true,
    run: async (probe) => {
      const { problem } = await probe.ping()
      return problem?.reason === 'encoded' ? fail(problem.explanation) : pass
    },
  },
]

/** What is told by all the answers together; they come last. */
export const transportChecks: Check[] = [
  {
    name: 'get-refused',
    why: 'Browsers, crawlers and previews of links send GET, which must do nothing.',
    mend: 'Answer only POST on this route, and everything else 405.',
    run: async (probe) => {
      const answer = await probe.get()
      const { httpStatus } = answer
      return httpStatus !== null && httpStatus >= 200 && httpStatus < 300
        ? fail(`A GET without a signature was answered ${shown(answer)}.`)
        : pass
    },
  },
  {
    name: 'content-type',
    why: 'Proxies and firewalls rewrite or hold back what does not say that it is JSON.',
    mend: 'Send the header content-type: application/json.',
    run: async ({ answers }) => {
      const good = answers.filter(({ httpStatus }) => httpStatus === 200)
      if (good.length === 0) return skip('Nothing was answered 200.')
      const other = good.find(({ contentType }) => !/^application\/json\b/i.test(contentType ?? ''))
      return other ? fail(`An answer came as ${JSON.stringify(other.contentType ?? 'no type at all')}.`) : pass
    },
  },
  {
    name: 'answer-size',
    why: 'Of an answer at most 64 KiB are read; a longer one is no answer.',
    mend: 'Answer with the few members that are asked for, also when something fails: no page, no trace, no echo.',
    run: async ({ answers }) => {
      const large = answers.find(({ problem }) => problem?.reason === 'too_large')
      return large ? fail(`${large.problem?.explanation} It began ${JSON.stringify(large.text.slice(0, 80))}.`) : pass
    },
  },
  {
    name: 'answer-time',
    why: 'After 10 seconds storewire gives up and, for a refund, asks again later.',
    mend: 'Answer within seconds: where the bank takes longer, answer "pending" and report the outcome later.',
    run: async ({ answers }) => {
      const slowest = Math.max(...answers.map(({ durationMs }) => durationMs))
      return slowest > LIMIT_MS ? fail(`The slowest answer took ${(slowest / 1000).toFixed(1)} seconds.`) : pass
    },
  },
]
