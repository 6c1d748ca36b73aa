// npm run write:client-types: writes what the client library knows of the types of object, after those have changed.
import { writeFileSync } from 'node:fs'
import { clientResources, clientTypes } from './client-types.ts'

const client = new URL('../src/client/', import.meta.url)
writeFileSync(new URL('objects.ts', client), clientTypes())
writeFileSync(new URL('resources.ts', client), clientResources())
