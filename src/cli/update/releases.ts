import * as v from 'valibot'
import { DomainError } from '../../lib/errors.ts'
import { compareVersions } from '../../lib/versions.ts'

/** A version that was released. `schema` is the number of its tables. */
export interface Release {
  version: string
  schema: number
}

const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/
const document = v.object({
  releases: v.pipe(v.array(v.object({ version: v.string(), schema: v.number() })), v.maxLength(1_000)),
})

/** One address is asked, and nobody waits long for it. */
const CHECK_MS = 5_000
const MOST_BYTES = 256 * 1024

/**
 * The released versions that are newer, the newest first. Versions such as 1.0.0-rc.1 are left out.
 *
 * @param url the address with `releases.json`
 * @throws DomainError SERVICE_UNAVAILABLE if it cannot be read
 */
export async function newerReleases(url: string, current: string): Promise<Release[]> {
  const { releases } = v.parse(
    document,
    JSON.parse((await download(`${url}/releases.json`, MOST_BYTES, CHECK_MS)).toString()),
  )
  // 1.0.0 comes after 1.0.0-rc.1.
  const least = current.includes('-') ? 0 : 1
  return releases
    .filter(({ version }) => VERSION.test(version) && compareVersions(version, current) >= least)
    .sort((one, other) => compareVersions(other.version, one.version))
}

/** @throws DomainError SERVICE_UNAVAILABLE for another status than 200, more than `mostBytes`, or no answer within `ms` */
export async function download(address: string, mostBytes: number, ms: number): Promise<Buffer> {
  const failed = (why: string, cause?: unknown) =>
    new DomainError('SERVICE_UNAVAILABLE', 'no_releases', `${address} cannot be read: ${why}`, {}, cause)
  const parts: Buffer[] = []
  let length = 0
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(ms) })
    if (response.status !== 200 || !response.body) throw failed(`status ${response.status}`)
    for await (const part of response.body) {
      parts.push(Buffer.from(part))
      length += part.length
      if (length > mostBytes) throw failed(`it has more than ${mostBytes} bytes`)
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    const { cause, name, message } = error as Error & { cause?: { code?: string } }
    throw failed(name === 'TimeoutError' ? `no answer within ${ms / 1000} s` : (cause?.code ?? message), error)
  }
  return Buffer.concat(parts)
}
