import { Command, InvalidArgumentError } from 'commander'
import { DURATION_HINT, durationText, parseDuration } from '../../lib/time.ts'
import { callDev } from '../kit/dev-server.ts'
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
