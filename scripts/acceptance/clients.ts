import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { build as bundle } from 'esbuild'
import { startServer } from '../../test/support/server.ts'
import { startWidget } from '../../test/support/widget.ts'
import type { Target } from './clients/shared.ts'
import { scope } from './scope.ts'
import { build, folder, tool } from './tools.ts'

const spec = `${build}/spec.json`
const clients = `${build}/clients`

/** Each generator, and the program in `clients/` that uses its client. */
const generators: Record<string, () => Promise<void>> = {
  'openapi-fetch': () => tool('openapi-typescript', spec, '--output', `${clients}/openapi-typescript.ts`),
  'hey-api': () => tool('openapi-ts', '--input', spec, '--output', `${clients}/hey-api`, '--silent', '--no-log-file'),
  orval: () => tool('orval', '--config', `${folder}orval.config.mjs`, '--fail-on-warnings'),
}

/** Generates clients from the document of a server, compiles them under strict, and calls each one's server. @returns a line for each check */
export async function tryClients(): Promise<string[]> {
  rmSync(clients, { recursive: true, force: true })
  mkdirSync(clients, { recursive: true })
  const { t, end } = scope()
  try {
    const targets = new Map<string, Target>()
    for (const [name, generate] of Object.entries(generators)) {
      const api = await startServer(t)
      const { key: publishableKey } = await startWidget(api)
      targets.set(name, { baseUrl: api.baseUrl, secretKey: api.key, publishableKey })
      writeFileSync(spec, await (await fetch(`${api.baseUrl}/spec.json`)).text())
      await generate()
    }
    await tool('tsc', '--project', folder)
    const lines = ['tsc --strict compiles all generated clients']
    for (const [name, target] of targets) {
      // Generated clients import files without their extensions, which only bundlers find.
      const outfile = `${clients}/${name}.mjs`
      await bundle({
        entryPoints: [`${folder}clients/${name}.ts`],
        outfile,
        bundle: true,
        format: 'esm',
        platform: 'node',
      })
      const { run } = (await import(outfile)) as { run: (target: Target) => Promise<void> }
      await run(target)
      lines.push(`${name}: generated, compiled and run against a server`)
    }
    return lines
  } finally {
    await end()
  }
}
