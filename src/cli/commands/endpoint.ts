import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Command, Option } from 'commander'
import { countResults } from '../../conformance/check-workspace.ts'
import { createProbe } from '../../conformance/probe.ts'
import { junitXml, type Result, runChecks } from '../../conformance/run.ts'
import { systemClock } from '../../lib/time.ts'
import type { RefundMode } from '../../refunds/endpoint/endpoint-request.ts'
import { assertWritable } from '../../store/temporary.ts'
import {
  caOption,
  readCa,
  readSecret,
  type SecretOptions,
  secretFileOption,
  secretOption,
} from '../kit/endpoint-calls.ts'
import { jsonOption } from '../kit/options.ts'
import { print, printJson, warn as printWarning, strong } from '../kit/output.ts'

interface CheckOptions extends SecretOptions {
  order?: string
  customer?: string
  mode: RefundMode
  create?: boolean
  junit?: string
  json?: boolean
}

export function endpointCommand(): Command {
  const command = new Command('endpoint').description("test a shop's refund endpoint during development")
  command
    .command('check <url>')
    .description('check that an endpoint meets every requirement of production; needs no server and no database')
    .addOption(secretOption())
    .addOption(secretFileOption())
    .addOption(caOption())
    .addOption(new Option('--order <id>', 'an order of the shop that MAY REALLY BE REFUNDED'))
    .addOption(new Option('--customer <id>', "the order's customer"))
    .addOption(new Option('--mode <mode>', 'refund mode to request').choices(['execute', 'request']).default('execute'))
    .addOption(new Option('--create', 'send refund.create even without --order'))
    .addOption(new Option('--no-create', 'send no refund.create: only preview the order'))
    .addOption(new Option('--junit <file>', 'also write the results as JUnit XML'))
    .addOption(jsonOption())
    .action(check)
  return command
}

async function check(url: string, options: CheckOptions): Promise<void> {
  const { mode, order = null, customer = null, create = order !== null, junit, json = false } = options
  const secret = readSecret(options)
  // Checked first: no order should be refunded for a report that cannot be written.
  if (junit !== undefined) assertWritable(dirname(junit), `write ${junit}`)
  if (create) warn(url, order)
  const probe = createProbe({
    ...{ url, secret, clock: systemClock, orderId: order, customerId: customer, mode },
    ...readCa(options),
  })
  const results = await runChecks(probe, json ? { create } : { create, onResult: printResult, onSkipped: printSkipped })
  if (junit !== undefined) writeFileSync(junit, junitXml(url, results))
  const counts = countResults(results)
  if (json) printJson({ url, ok: counts.failed === 0, ...counts, checks: results })
  else
    print('', `${results.length} checks: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped.`)
  if (counts.failed > 0) process.exitCode = 1
}

/** Printed on standard error, so that it is visible with every form of output. */
function warn(url: string, order: string | null): void {
  const what = order === null ? 'The endpoint' : `Order ${order}`
  printWarning(
    `WARNING: refund.create is sent FOR REAL. ${what} at ${url} may be refunded. A faulty endpoint may refund more than once.`,
    '',
  )
}

function printResult({ name, status, reason, why, fix }: Result): void {
  if (status === 'pass') print(`pass  ${name}`)
  else if (status === 'skip') print(`skip  ${name}: ${reason}`)
  else print([strong(`FAIL  ${name}`), `: ${reason}`], `      why  ${why}`, `      fix  ${fix}`)
}

/** One line per group keeps the report short. */
function printSkipped(group: string, { length }: Result[], reason: string): void {
  print(`skip  ${group} (${length} ${length === 1 ? 'check' : 'checks'}): ${reason}`)
}
