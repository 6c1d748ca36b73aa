import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Command, Option } from 'commander'
import { findWorkspace } from '../../access/workspaces.ts'
import type { ConversationResult } from '../../assistant/conversation-tests.ts'
import { changeAssistantSettings } from '../../assistant/settings.ts'
import type { TriedAnswer } from '../../assistant/trial.ts'
import { junitReport } from '../../lib/junit.ts'
import { assertWritable } from '../../store/temporary.ts'
import { operator, withStore, withWorkspace } from '../kit/context.ts'
import { readNamedFile } from '../kit/named-file.ts'
import { type WorkspaceOptions, workspaceCommand } from '../kit/options.ts'
import { linesOf, print, printJson, strong } from '../kit/output.ts'
import { addCheckModel, addModel } from './assistant-model.ts'
import { addSettings } from './assistant-settings.ts'

export function assistantCommand(): Command {
  const command = new Command('assistant').description('try the assistant, and test it with your own conversations')
  addAsk(command)
  addTest(command)
  addSwitch(command, 'on', 'let the assistant answer in the chats of a workspace')
  addSwitch(command, 'off', 'leave all chats to people')
  addSettings(command)
  addModel(command)
  addCheckModel(command)
  return command
}

function addAsk(command: Command): void {
  workspaceCommand(command.command('ask <text>'))
    .description(
      'show how the assistant answers a message, and why; nothing is stored and no refund is offered for real',
    )
    .addOption(new Option('--customer <id>', 'ask as this signed-in customer'))
    .addOption(new Option('--guest', 'ask as a guest (default)').conflicts('customer'))
    .addOption(new Option('--locale <tag>', 'language of the page, such as de-AT'))
    .action(async (text: string, options: WorkspaceOptions & { customer?: string; locale?: string }) => {
      const { db, workspace, json, customer, locale } = options
      // Loaded here: lexicons would slow down the start of every other command.
      const { startTrial } = await import('../../assistant/trial.ts')
      const answered = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        const who = { workspaceId, customerId: customer ?? null, locale: locale ?? null, now: clock.now }
        return (await startTrial(store, who)).say(text)
      })
      if (json) printJson(forScripts(answered))
      else printAnswer(answered)
    })
}

function addTest(command: Command): void {
  workspaceCommand(command.command('test <file>'))
    .description(
      'run the conversations of a YAML file, and compare commands, facts and refunds; exits with 1 if one differs',
    )
    .addOption(new Option('--junit <file>', 'also write the results as JUnit XML'))
    .action(async (file: string, { db, workspace, json, junit }: WorkspaceOptions & { junit?: string }) => {
      if (junit !== undefined) assertWritable(dirname(junit), `write ${junit}`)
      const [{ parse }, { readConversationTests, runConversationTests }] = await Promise.all([
        import('yaml'),
        import('../../assistant/conversation-tests.ts'),
      ])
      const tests = inFile(file, () => readConversationTests(parse(readNamedFile(file))))
      const results = await withWorkspace({ db, workspace }, async (store, id, clock) =>
        runConversationTests(store, id, tests, clock.now, json ? undefined : printResult),
      )
      if (junit !== undefined) writeFileSync(junit, junitReport(`assistant ${file}`, 'assistant', results.map(asCase)))
      const failed = results.filter(({ reason }) => reason !== null).length
      const counts = { passed: results.length - failed, failed }
      if (json) printJson({ file, ok: failed === 0, ...counts, conversations: results })
      else print('', `${results.length} conversations: ${counts.passed} passed, ${failed} failed.`)
      if (failed > 0) process.exitCode = 1
    })
}

function addSwitch(command: Command, name: 'on' | 'off', description: string): void {
  workspaceCommand(command.command(name))
    .description(description)
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const enabled = name === 'on'
      const shop = await withStore(db, async (store, clock) => {
        const found = await findWorkspace(store.read, workspace)
        const change = { workspaceId: found.id, change: { enabled } }
        await store.write((tx) => changeAssistantSettings(tx, operator(), change, clock.now()))
        return found
      })
      if (json) printJson({ workspace: shop.id, enabled })
      else print(`The assistant is ${name} in the chats of ${shop.name}.`)
    })
}

function inFile<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const { message } = error as Error
    throw message.startsWith('cannot read') ? error : new Error(`${file}: ${message}`, { cause: error })
  }
}

function asCase({ name, reason, durationMs }: ConversationResult) {
  return {
    name,
    reason,
    durationMs,
    status: reason === null ? ('pass' as const) : ('fail' as const),
    detail: reason ?? '',
  }
}

function printResult({ name, reason }: ConversationResult): void {
  if (reason === null) print(`pass  ${name}`)
  else print([strong(`FAIL  ${name}`), `: ${reason}`])
}

function forScripts({ state: _, ...answered }: TriedAnswer): object {
  return answered
}

function printAnswer({
  text,
  choices,
  commands,
  facts,
  handOver,
  offer,
  why,
  language,
  confidence,
  calls,
}: TriedAnswer): void {
  print(...linesOf(text))
  if (choices.length > 0) print(...choices.map(({ label }) => `  [${label}]`))
  print('')
  const rows: [string, string][] = [
    ['language', language],
    ['commands', commands.map(({ name, kind }) => (kind ? `${name} (${kind})` : name)).join(', ')],
    ['confidence', confidence.toFixed(2)],
    ['why', why.join('; ')],
    ['facts', facts.map(({ id, source, values }) => `${id} ${source} ${JSON.stringify(values)}`).join('\n')],
    ['refund', offer === null ? '' : offer.isOffered ? 'would be offered' : `not offered: ${offer.reason}`],
    ['hand-over', handOver === null ? '' : `${handOver.reason}, priority ${handOver.priority}: ${handOver.summary}`],
    ['tools', calls.map(({ tool, outcome }) => (outcome === 'ok' ? tool : `${tool} (refused)`)).join(', ')],
  ]
  for (const [name, value] of rows)
    for (const [index, line] of linesOf(value).entries())
      if (line !== '') print([strong((index === 0 ? `${name}:` : '').padEnd(12)), line])
}
