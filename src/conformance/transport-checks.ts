import { type Check, fail, pass, shown, skip } from './check.ts'
import { PARSED, textPing } from './working-checks.ts'

/** Time limit of a whole response in production. */
const LIMIT_MS = 10_000

/** Run first: if one of these checks fails, no other check can give a result. */
export const connectionChecks: Check[] = [
  {
    name: 'reachable',
    why: 'storewire has to reach the endpoint over a trusted connection.',
    fix: 'Start the endpoint. Check address, port, firewall and certificate (with its chain). Pass a self-signed certificate with --ca.',
    gate: true,
    run: async (probe) => {
      const { httpStatus, problem } = await probe.ping()
      if (httpStatus !== null) return pass
      const explanation = problem?.explanation ?? 'There was no response.'
      // An endpoint that waits for a body that a middleware has already read waits forever.
      const isParsed = problem?.reason === 'timeout' && (await textPing(probe)).httpStatus !== null
      return fail(isParsed ? `${explanation} ${PARSED}: the same request as text/plain got a response.` : explanation)
    },
  },
  {
    name: 'no-redirect',
    why: 'Redirects are not followed: a signed request is sent only to the configured address.',
    fix: 'Set the final address. Check https, www and the slash at the end.',
    gate: true,
    run: async (probe) => {
      const answer = await probe.ping()
      const { httpStatus } = answer
      return httpStatus !== null && httpStatus >= 300 && httpStatus < 400
        ? fail(`The endpoint responded with a redirect: ${shown(answer)}.`)
        : pass
    },
  },
  {
    name: 'not-compressed',
    why: 'A compressed response counts as no answer.',
    fix: 'Switch off compression for this route, in the program and in the proxy. The request does not accept compression.',
    gate: true,
    run: async (probe) => {
      const { problem } = await probe.ping()
      return problem?.reason === 'encoded' ? fail(problem.explanation) : pass
    },
  },
]

/** Run last, since some of them check all responses. */
export const transportChecks: Check[] = [
  {
    name: 'get-refused',
    why: 'Browsers, crawlers and link previews send GET requests, which must do nothing.',
    fix: 'Accept only POST on this route. Respond to other methods with 405.',
    run: async (probe) => {
      const answer = await probe.get()
      const { httpStatus } = answer
      return httpStatus !== null && httpStatus >= 200 && httpStatus < 300
        ? fail(`A GET without a signature got ${shown(answer)}.`)
        : pass
    },
  },
  {
    name: 'content-type',
    why: 'Proxies and firewalls may change or block a response that is not declared as JSON.',
    fix: 'Send the header content-type: application/json.',
    run: async ({ answers }) => {
      const good = answers.filter(({ httpStatus }) => httpStatus === 200)
      if (good.length === 0) return skip('No response had the status 200.')
      const other = good.find(({ contentType }) => !/^application\/json\b/i.test(contentType ?? ''))
      return other ? fail(`A response has the content-type ${JSON.stringify(other.contentType ?? 'none')}.`) : pass
    },
  },
  {
    name: 'answer-size',
    why: 'A response of more than 64 KiB counts as no answer.',
    fix: 'Respond with only the required members, also after an error: no HTML page, no stack trace, no copy of the request.',
    run: async ({ answers }) => {
      const large = answers.find(({ problem }) => problem?.reason === 'too_large')
      return large
        ? fail(`${large.problem?.explanation} The response begins with ${JSON.stringify(large.text.slice(0, 80))}.`)
        : pass
    },
  },
  {
    name: 'answer-time',
    why: 'After 10 seconds storewire gives up. A refund is ordered again later.',
    fix: 'Respond within seconds. If the bank takes longer, respond with "pending" and report the outcome later.',
    run: async ({ answers }) => {
      const slowest = Math.max(...answers.map(({ durationMs }) => durationMs))
      return slowest > LIMIT_MS ? fail(`The slowest response took ${(slowest / 1000).toFixed(1)} seconds.`) : pass
    },
  },
]
