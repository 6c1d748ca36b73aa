import { InvalidArgumentError, Option } from 'commander'
import { type Clock, systemClock } from '../../lib/time.ts'
import { hostPortOf, type OperatorPolicy } from '../../refunds/endpoint/endpoint-address.ts'
import { createOutbound, type Outbound } from '../../refunds/endpoint/outbound.ts'

/** Which addresses refund endpoints may have. */
export interface EndpointOptions {
  allowPrivateEndpoints?: boolean
  allowEndpoint?: string[]
}

export const allowPrivateOption = () =>
  new Option('--allow-private-endpoints', 'allow refund endpoints in private networks').env(
    'STOREWIRE_ALLOW_PRIVATE_ENDPOINTS',
  )

export const allowEndpointOption = () =>
  new Option('--allow-endpoint <host:port...>', 'allow this refund endpoint at a loopback or other special address')
    .env('STOREWIRE_ALLOW_ENDPOINT')
    .argParser((text, earlier: string[] = []) => [...earlier, ...text.split(/[\s,]+/).map(hostPort)])

export function endpointPolicy({ allowPrivateEndpoints = false, allowEndpoint = [] }: EndpointOptions): OperatorPolicy {
  return { allowPrivate: allowPrivateEndpoints, allowEndpoints: allowEndpoint }
}

/** Host and port in the form of the URL parser, since they are compared exactly. */
function hostPort(text: string): string {
  const url = URL.parse(`https://${text}`)
  if (
    !url ||
    !/:\d+$/.test(text) ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  )
    throw new InvalidArgumentError('Give host and port, such as 127.0.0.1:4000.')
  return hostPortOf(url)
}

/** Calls refund endpoints for one command. Shops check signatures by real time, so requests are signed by the machine's clock. */
export async function withOutbound<T>(
  options: EndpointOptions & { ca?: string },
  clock: Clock,
  work: (outbound: Outbound) => Promise<T>,
): Promise<T> {
  const trust = options.ca === undefined ? {} : { ca: options.ca }
  const outbound = createOutbound({
    policy: endpointPolicy(options),
    now: clock.now,
    signingNow: systemClock.now,
    ...trust,
  })
  try {
    return await work(outbound)
  } finally {
    await outbound.close()
  }
}
