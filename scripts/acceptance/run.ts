// Checks the OpenAPI document with other tools: a linter, a validating proxy in front of a server, and three generators of clients.
//   node scripts/acceptance/run.ts
import { mkdirSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { routes, tags, webhooks } from '../../src/serve/features.ts'
import { tryClients } from './clients.ts'
import { tryProxy } from './proxy.ts'
import { build, folder, installTools, tool } from './tools.ts'

async function lint(): Promise<string[]> {
  const file = `${build}/lint.json`
  const document = openApiDocument(routes, {
    title: 'storewire',
    baseUrl: 'https://support.example.org/api/v1',
    tags,
    webhooks: webhooks(),
  })
  writeFileSync(file, JSON.stringify(document, null, 2))
  await tool('spectral', 'lint', '--ruleset', `${folder}spectral.yaml`, '--fail-severity', 'hint', file)
  return ['Spectral finds nothing']
}

await installTools()
mkdirSync(build, { recursive: true })
let failed = false
for (const check of [lint, tryProxy, tryClients]) {
  try {
    for (const line of await check()) process.stdout.write(`ok    ${line}\n`)
  } catch (error) {
    failed = true
    process.stdout.write(`FAIL  ${(error as Error).message}\n`)
  }
}
process.exit(failed ? 1 : 0)
