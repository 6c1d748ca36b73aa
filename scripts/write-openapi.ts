// Writes the OpenAPI document to a file, as the server returns it: for linters and client generators.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { openApiDocument } from '../src/http/openapi/document.ts'
import { routes, tags, webhooks } from '../src/serve/features.ts'

const [file = 'build/openapi.json'] = process.argv.slice(2)
mkdirSync(dirname(file), { recursive: true })
writeFileSync(
  file,
  JSON.stringify(
    openApiDocument(routes, {
      title: 'storewire',
      baseUrl: 'http://127.0.0.1:8787/api/v1',
      tags,
      webhooks: webhooks(),
    }),
    null,
    2,
  ),
)
