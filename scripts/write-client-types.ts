// npm run write:client-types: writes the types of pushed objects for the client library, after the server's schemas have changed.
import { writeFileSync } from 'node:fs'
import { clientTypes } from './client-types.ts'

writeFileSync(new URL('../src/client/objects.ts', import.meta.url), clientTypes())
