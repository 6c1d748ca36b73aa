import type { H3Event } from 'h3'
import type { BuiltFile } from '../lib/assets.ts'
import { type Content, contentOf, contentReply } from './pages.ts'

/** The files of a page, by name. */
export type ServedFiles = Map<string, { content: Content; type: string }>

export function servedFiles(files: BuiltFile[]): ServedFiles {
  return new Map(files.map(({ name, type, text }) => [name, { content: contentOf(text), type }]))
}

/**
 * The file that the path of a request names in `:name`; undefined if there is none. Its name has a hash of its content, so browsers keep it.
 *
 * @param loadedBy which pages may load it. A sandboxed frame is of no origin, so it counts as another site's.
 */
export function fileReply(
  event: H3Event,
  files: ServedFiles,
  loadedBy: 'same-origin' | 'cross-origin',
): Promise<Response> | undefined {
  const file = files.get(event.context.params?.name ?? '')
  return (
    file &&
    contentReply(event, file.content, {
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': loadedBy,
      'content-type': file.type,
    })
  )
}
