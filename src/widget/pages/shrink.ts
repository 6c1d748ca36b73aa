/** Longest side of a picture that is sent, in pixels. */
const LONGEST = 2_048
/** Largest file that the server takes, in bytes. */
export const MOST_BYTES = 8 * 1024 * 1024
/** A larger PNG is a photo: as a JPEG it has a tenth of the bytes. */
const LARGE_PNG = 1024 * 1024
const QUALITY = 0.85

/** Why a file is not sent: the browser can't show it as a picture, or it has too many bytes. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture'

  constructor(why: 'unreadable' | 'tooLarge') {
    super(why)
  }
}

/**
 * The picture as it is sent: upright, at most 2,048 pixels a side, and without what a camera writes into the file, such as the place. A GIF
 * stays as it is: it may move.
 *
 * @throws NoPicture
 */
export async function shrunk(file: Blob): Promise<Blob> {
  const small = file.type === 'image/gif' ? file : await drawn(file)
  if (small.size > MOST_BYTES) throw new NoPicture('tooLarge')
  return small
}

async function drawn(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new NoPicture('unreadable')
  })
  const part = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * part))
  canvas.height = Math.max(1, Math.round(picture.height * part))
  const pen = canvas.getContext('2d')
  if (!pen) throw new NoPicture('unreadable')
  const written = (type: string) =>
    new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new NoPicture('unreadable'))), type, QUALITY),
    )
  const draw = () => pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  draw()
  if (file.type !== 'image/jpeg') {
    const png = await written('image/png')
    if (png.size <= LARGE_PNG) return png
  }
  // A JPEG has no transparent parts: they would be black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  draw()
  picture.close()
  return written('image/jpeg')
}
