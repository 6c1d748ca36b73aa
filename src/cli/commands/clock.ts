import { Command, InvalidArgumentError } from 'commander'
import { DURATION_HINT, durationText, parseDuration } from '../../lib/time.ts'
import { jsonOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'
import { type RemoteOptions, urlOption } from '../kit/remote.ts'

type ClockOptions = Pick<RemoteOptions, 'url'> & { json?: boolean }

interface DevTime {
  now: string
  aheadMs: number
}

export function clockCommand(): Command {
  const command = new Command('clock').description('show and advance the clock of a running "storewire dev"')
  command
    .command('show')
    .description('show the current time of the clock')
    .addOption(urlOption())
    .addOption(jsonOption())
    .action(async ({ url, json }: ClockOptions) => show(await callDev<DevTime>(url, 'GET', '/clock'), json))
  command
    .command('advance')
    .description('move the clock forward and run every job that becomes due')
    .argument('<duration>', 'such as 20s, 15m, 1h or 2d', duration)
    .addOption(urlOption())
    .addOption(jsonOption())
    .action(async (advance: number, { url, json }: ClockOptions) =>
      show(await callDev<DevTime>(url, 'POST', '/clock', { advance }), json),
    )
  return command
}

function duration(text: string): number {
  const ms = parseDuration(text)
  if (ms === undefined) throw new InvalidArgumentError(`The duration ${DURATION_HINT}.`)
  return ms
}

function show(time: DevTime, json = false): void {
  if (json) printJson(time)
  else print(`${time.now}, ${durationText(time.aheadMs)} ahead`)
}

/**
 * Calls an address under /dev of a running `storewire dev`.
 *
 * @param url of the server, with or without `/api/v1` at its end
 * @throws Error with a message for the operator
 */
async function callDev<T>(url: string, method: string, path: string, body?: unknown): Promise<T> {
  const base = url.replace(/\/api\/v1$/, '')
  const response = await fetch(`${base}/dev${path}`, {
    method,
    redirect: 'manual',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error(`No response from ${base}. Check --url, and that "storewire dev" is running.`)
  })
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer as T
  if (response.status === 404)
    throw new Error(
      `${base} is not a "storewire dev" server. Only the clock of "storewire dev" can be shown and moved.`,
    )
  throw new Error((answer as { message?: string }).message ?? `${base} returned ${response.status}.`)
}
