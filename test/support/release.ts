import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { makeArchive, signChecksums, writeChecksums } from '../../scripts/release/files.ts'
import { tempFolder } from './server.ts'

/** A reason to skip tests of signatures: they are compared with those of OpenSSH itself. */
export const noSshKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined ? false : 'ssh-keygen is not installed'

/** A new key, which is gone with the test. */
export async function throwawayKey(t: TestContext): Promise<{ file: string; publicKey: string }> {
  const file = join(await tempFolder(t), 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'release', '-f', file])
  return { file, publicKey: readFileSync(`${file}.pub`, 'utf8') }
}

/** What an executable of a test prints for `--version`. */
export const fakeProgram = (version: string) => `#!/bin/sh\necho "storewire ${version}"\n`

export interface ReleaseServer {
  url: string
  /** Files by their path, which a test may change. */
  files: Map<string, Buffer>
  /** A path whose response is cut in the middle. */
  cut?: string
}

/** A server with one release, whose executable is a script. */
export async function releaseServer(
  t: TestContext,
  version: string,
  { signKey, schema = 1 }: { signKey?: string; schema?: number } = {},
): Promise<ReleaseServer> {
  const folder = await tempFolder(t)
  const [executable, out] = [join(folder, 'program'), join(folder, 'out')]
  mkdirSync(out)
  writeFileSync(executable, fakeProgram(version))
  chmodSync(executable, 0o755)
  const archive = makeArchive({ version, executable, out, epoch: 1_795_000_000 })
  const checksums = writeChecksums([archive], out)
  const paths = [archive, checksums, ...(signKey === undefined ? [] : [signChecksums(checksums, signKey)])]
  const files = new Map(paths.map((path) => [`/v${version}${path.slice(out.length)}`, readFileSync(path)]))
  files.set('/latest', Buffer.from(`${version}\n`))
  files.set('/releases.json', Buffer.from(JSON.stringify({ releases: [{ version, schema }] })))
  const service: ReleaseServer = { url: '', files }
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (!file) return response.writeHead(404).end()
    response.writeHead(200, { 'content-length': file.length })
    if (service.cut !== request.url) return response.end(file)
    return response.write(file.subarray(0, file.length / 2), () => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}
