import { readFileSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { sizeText } from '../../lib/bytes.ts'
import { toIso } from '../../lib/time.ts'
import { getLogo, type Logo, MAX_LOGO, removeLogo, setLogo } from '../../widget/logo.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { readingProblem } from '../kit/named-file.ts'
import { dbOption, jsonOption, type WorkspaceOptions, workspaceOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

/** `storewire widget logo …` */
export function addWidgetLogo(widget: Command): void {
  const logo = widget.command('logo').description('show, set and remove the logo in the head of the chat window')
  withOptions(logo.command('show').description('show which logo is set')).action(
    async ({ db, workspace, json }: WorkspaceOptions) =>
      show(await withWorkspace({ db, workspace }, ({ read }, id) => getLogo(read, id)), json),
  )
  withOptions(
    logo
      .command('set')
      .description(`set the logo: a PNG, JPEG or WebP picture of at most ${MAX_LOGO / 1024} KiB`)
      .argument('<file>', 'the picture'),
  ).action(async (name: string, { db, workspace, json }: WorkspaceOptions) => {
    const file = readLogoFile(name)
    const set = await withWorkspace({ db, workspace }, (store, workspaceId, clock) =>
      store.write((tx) => setLogo(tx, operator(), { workspaceId, file }, clock.now())),
    )
    show(set, json)
  })
  withOptions(
    logo.command('remove').description('remove the logo; the head then shows the initials of the name'),
  ).action(async ({ db, workspace, json }: WorkspaceOptions) => {
    await withWorkspace({ db, workspace }, (store, workspaceId, clock) =>
      store.write((tx) => removeLogo(tx, operator(), workspaceId, clock.now())),
    )
    show(null, json)
  })
}

function withOptions(command: Command): Command {
  return command.addOption(workspaceOption()).addOption(dbOption()).addOption(jsonOption())
}

/** @throws Error with the name of the file and why it can't be a logo */
function readLogoFile(name: string): Buffer {
  try {
    const { size } = statSync(name)
    // Not read first: it may be a video.
    if (size > MAX_LOGO) throw new Error(`it has ${sizeText(size, 'en')}, and a logo at most ${MAX_LOGO / 1024} KiB`)
    return readFileSync(name)
  } catch (error) {
    throw new Error(`cannot use ${name}: ${readingProblem(error)}`, { cause: error })
  }
}

function show(logo: Logo | null, json: boolean | undefined): void {
  if (json) printJson(logo && { ...logo, setAt: toIso(logo.setAt) })
  else if (logo === null) print('The chat window has no logo: its head shows the initials of the name.')
  else print(`${logo.type}, ${sizeText(logo.bytes, 'en')}, since ${toIso(logo.setAt)}`)
}
