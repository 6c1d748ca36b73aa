import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Command, Option } from 'commander'
import { junitXml } from '../../conformance/junit.ts'
import { createProbe } from '../../conformance/probe.ts'
import { type Result, runChecks } from '../../conformance/run.ts'
import { systemClock } from '../../lib/clock.ts'
import type { RefundMode } from '../../refunds/endpoint/endpoint-request.ts'
import { assertWritable } from '../../store/sqlite/temporary.ts'
import { jsonOption } from '../kit/options.ts'
import { print, printJson, warn as printWarning, strong } from '../kit/output.ts'
import {
  caOption,
  readCa,
  readSecret,
  type SecretOptions,
  secretFileOption,
  secretOption,
} from '../kit/secret-options.ts'

interface CheckOptions extends SecretOptions {
  order?: string
  customer?: string
  mode: RefundMode
  create?: boolean
  junit?: string
  json?: boolean
}

export function endpointCommand(): Command {
  const command = new Command('endpoint').description("test a shop's refund endpoint while it is written")
  command
    .command('check <url>')
    .description(
      'hold an endpoint against everything that production asks of it; neither server nor database is needed',
    )
    .addOption(secretOption())
    .addOption(secretFileOption())
    .addOption(caOption())
    .addOption(new Option('--order <id>', 'an order of the shop that MAY REALLY BE REFUNDED'))
    .addOption(new Option('--customer <id>', "the order's customer"))
    .addOption(
      new Option('--mode <mode>', 'how the shop is to refund').choices(['execute', 'request']).default('execute'),
    )
    .addOption(new Option('--create', 'send refund.create also where no order is named'))
    .addOption(new Option('--no-create', 'send no refund.create: preview the order only'))
    .addOption(new Option('--junit <file>', 'write the results as JUnit XML, too'))
    .addOption(jsonOption())
    .action(check)
  return command
}

async function check(url: string, options: CheckOptions): Promise<void> {
  const { mode, order = null, customer = null, create = order !== null, junit, json = false } = options
  const secret = readSecret(options)
  // Asked before anything is refunded for a report that could not be kept.
  if (junit !== undefined) assertWritable(dirname(junit), `write ${junit}`)
  if (create) warn(url, order)
  const probe = createProbe({
    ...{ url, secret, clock: systemClock, orderId: order, customerId: customer, mode },
    ...readCa(options),
  })
  const results = await runChecks(probe, { create, onResult: json ? () => {} : printResult })
  if (junit !== undefined) writeFileSync(junit, junitXml(url, results))
  const count = (status: Result['status']) => results.filter((result) => result.status === status).length
  const counts = { passed: count('pass'), failed: count('fail'), skipped: count('skip') }
  if (json) printJson({ url, ok: counts.failed === 0, ...counts, checks: results })
  else
    print('', `${results.length} checks: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped.`)
  if (counts.failed > 0) process.exitCode = 1
}

/** On standard error, so that it is seen beside every form of output. */
function warn(url: string, order: string | null): void {
  const what = order === null ? 'The endpoint' : `Order ${order}`
  printWarning(
    `WARNING: refund.create is sent FOR REAL. ${what} at ${url} may be refunded, by a faulty endpoint more than once.`,
    '',
  )
}

function printResult({ name, status, reason, why, mend }: Result): void {
  if (status === 'pass') print(`pass  ${name}`)
  else if (status === 'skip') print(`skip  ${name}: ${reason}`)
  else print([strong(`FAIL  ${name}`), `: ${reason}`], `      why   ${why}`, `      mend  ${mend}`)
}
