import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Finished, storewire } from './process.ts'
import { type Api, type ServerOptions, startServer, tempFolder } from './server.ts'

export interface Importing extends Omit<Api, 'file'> {
  folder: string
  /** Writes a file into the folder and returns its path. */
  file(name: string, content: string | Uint8Array): Promise<string>
  /** Runs `storewire import …` against the server until it exits. */
  import(args: string[], input?: string): Promise<Finished>
  /** The ids of all stored objects of a resource. */
  ids(resource: string): Promise<string[]>
}

/** A real server, a folder for files, and the CLI that imports them. */
export async function startImporting(t: TestContext, options: ServerOptions = {}): Promise<Importing> {
  const api = await startServer(t, options)
  const folder = await tempFolder(t)
  return {
    ...api,
    folder,
    file: async (name, content) => {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    },
    import: (args, input = '') =>
      storewire(['import', ...args, '--url', api.baseUrl], {
        input,
        cwd: folder,
        env: { STOREWIRE_SECRET_KEY: api.key },
      }),
    ids: async (resource) => {
      const ids: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await api.call('GET', `/${resource}?limit=100${cursor && `&cursor=${cursor}`}`)
        ids.push(...page.body.data.map(({ id }: { id: string }) => id))
        cursor = page.body.nextCursor
      }
      return ids
    },
  }
}

/** Objects as NDJSON. */
export const ndjson = (objects: object[]): string => objects.map((object) => `${JSON.stringify(object)}\n`).join('')
