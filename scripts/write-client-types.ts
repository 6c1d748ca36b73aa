// npm run write:client-types: writes the client library's types of objects, and the console's types of its routes. Run it after
// those have changed.

import { writeFileSync } from 'node:fs'
import { clientResources, clientTypes } from './client-types.ts'
import { consoleTypes } from './console-types.ts'

const client = new URL('../src/client/', import.meta.url)
writeFileSync(new URL('objects.ts', client), clientTypes())
writeFileSync(new URL('resources.ts', client), clientResources())
writeFileSync(new URL('../src/console/pages/api-types.ts', import.meta.url), consoleTypes())
