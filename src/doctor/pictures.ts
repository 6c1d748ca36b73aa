import { sizeText } from '../lib/bytes.ts'
import { PROGRAM } from '../lib/program.ts'
import { GUESTS_PART, pictureSpace } from '../pictures/space.ts'
import type { Reader } from '../store/store.ts'
import { type Finding, ok, warning } from './finding.ts'

const PICTURES = 'pictures'
/** From this part of the limit on, uploads are about to be refused. */
const NEARLY_ALL = 0.9

/** Checks how much of their limit the pictures in chats take, and whether erased ones are still in the file. */
export async function checkPictures(read: Reader): Promise<Finding[]> {
  const { used, guests, max } = await pictureSpace(read)
  const erased = await read.get<{ count: number }>(`SELECT count(*) AS count FROM pictures WHERE state = 'erased'`)
  const size = (bytes: number) => sizeText(bytes, 'en')
  const left = erased && erased.count > 0 ? `; erased and not overwritten yet: ${erased.count}` : ''
  const isFull = used > max * NEARLY_ALL
  const isFullOfGuests = guests > max * GUESTS_PART * NEARLY_ALL
  if (!isFull && !isFullOfGuests) return [ok(PICTURES, `pictures in chats take ${size(used)} of ${size(max)}${left}`)]
  const full = isFull
    ? `pictures in chats take ${size(used)} of ${size(max)}`
    : `pictures of guests take ${size(guests)} of ${size(max * GUESTS_PART)}`
  return [
    warning(
      PICTURES,
      `${full}: the next ones may be refused${left}`,
      `Those of chats that were closed 30 days ago make room by themselves. "${PROGRAM} pictures limit MIB" sets another limit.`,
    ),
  ]
}
