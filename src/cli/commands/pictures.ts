import { Command } from 'commander'
import { sizeText } from '../../lib/bytes.ts'
import { systemClock } from '../../lib/time.ts'
import { MIB } from '../../pictures/pictures.ts'
import { LEAST_MIB, MOST_MIB, type PictureSpace, pictureSpace, setMaxPictures } from '../../pictures/space.ts'
import { operator, withStore } from '../kit/context.ts'
import { type CommonOptions, databaseCommand, wholeNumber } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

/** `storewire pictures …` */
export function picturesCommand(): Command {
  const command = new Command('pictures').description('pictures in chats: how much of the database they take, and may')
  databaseCommand(command.command('show'))
    .description('show how much pictures take, and the limit')
    .action(async ({ db, json }: CommonOptions) => {
      show(await withStore(db, ({ read }) => pictureSpace(read)), json)
    })
  databaseCommand(command.command('limit'))
    .description('set how much all pictures together may take; those that are there stay')
    .argument('<MiB>', `from ${LEAST_MIB} to ${MOST_MIB}`, wholeNumber(LEAST_MIB, MOST_MIB))
    .action(async (mib: number, { db, json }: CommonOptions) => {
      const space = await withStore(db, async (store) => {
        await store.write((tx) => setMaxPictures(tx, operator(), mib, systemClock.now()))
        return pictureSpace(store.read)
      })
      show(space, json)
    })
  return command
}

function show({ used, guests, max }: PictureSpace, json: boolean | undefined): void {
  if (json) {
    printJson({ used, guests, max, limitMib: max / MIB })
    return
  }
  const size = (bytes: number) => sizeText(bytes, 'en')
  print(`All pictures: ${size(used)} of ${size(max)}`)
  print(`Of guests: ${size(guests)} of ${size(max / 4)}`)
}
