import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'

/** A file as browsers load it. */
export interface BuiltFile {
  name: string
  type: string
  text: string
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

export function builtFile(path: string, text: string): BuiltFile {
  return { name: basename(path), type: TYPES[extname(path)] ?? '', text }
}

/** A file with a hash of its content in its name, so that browsers keep it for good. */
export function hashedFile(name: string, text: string): BuiltFile {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()
  const extension = extname(name)
  return builtFile(`${basename(name, extension)}-${hash}${extension}`, text)
}
