import { openApiDocument } from '../src/http/openapi/document.ts'
import { defaultSettings } from '../src/http/settings.ts'
import type { Resource } from '../src/objects/resource.ts'
import { resources } from '../src/objects/resources.ts'
import { routes, tags } from '../src/serve/features.ts'
import { fieldText, interfaceText, type Schema } from './schema-types.ts'

/** Schemas that the client library names in its own types. Schemas that these refer to are included. */
const ROOTS = [...resources.map(typeName), 'UpsertResult', 'Backfill']

const HEADER = `// Written by scripts/write-client-types.ts from the types of object that the server takes: change those, then run
// npm run write:client-types.`

/** The name of a resource's schema, and of its type in the client library. */
function typeName({ noun }: Resource): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** The client library's types of all objects, as the text of a TypeScript module. */
export function clientTypes(): string {
  const document = openApiDocument(routes, { title: 'storewire', baseUrl: '', tags })
  const { schemas } = document.components as { schemas: Record<string, Schema> }
  const names = new Set(ROOTS)
  const interfaces: string[] = []
  // Iterating a Set includes entries added meanwhile.
  for (const name of names) {
    interfaces.push(interfaceText(name, schemas[name] ?? {}, names))
  }
  const filters = resources.map((resource) => filtersText(resource, document.paths as Paths, names))
  return `${[HEADER, ...interfaces, ...filters].join('\n\n')}\n`
}

/** The document's operations, limited to the parameters of lists. */
type Paths = Record<string, { get: { parameters: { name: string; description?: string; schema: Schema }[] } }>

/** Parameters of pages. All others are filters. */
const PAGING = new Set(['limit', 'cursor'])

/** The name of the client library's type of the filters of a list. */
function filtersName(resource: Resource): string {
  return `${typeName(resource)}Filters`
}

/** The filters of a type's list. */
function filtersText(resource: Resource, paths: Paths, names: Set<string>): string {
  const { parameters = [] } = paths[`/${resource.name}`]?.get ?? {}
  const fields = parameters
    .filter(({ name }) => !PAGING.has(name))
    .map(({ name, description = '', schema }) => fieldText(name, { ...schema, description }, false, names))
  return `/** What a list of ${resource.name} can be narrowed down by; several are joined by AND. */
export interface ${filtersName(resource)} {\n${fields.join('\n')}\n}`
}

/** Bytes of a request reserved for the rest of its body, and for additions of a proxy. */
const ENVELOPE_BYTES = 1024

/** The client library's members and limits for each type of object, as the text of a TypeScript module. */
export function clientResources(): string {
  const bulk = resources.filter(({ maxPerBatch }) => maxPerBatch !== null)
  const lines = (all: Resource[], line: (resource: Resource) => string) => all.map((one) => `  ${line(one)}`).join('\n')
  return `${HEADER}

import type { Limits } from './batches.ts'
import type { Call } from './http.ts'
import type {
${resources
  .flatMap((one) => [typeName(one), filtersName(one)])
  .toSorted()
  .map((name) => `  ${name},`)
  .join('\n')}
} from './objects.ts'
import { createResource, type Resource } from './resource.ts'

/** The limits of one synchronous call. */
const callLimits = {
${lines(resources, (one) => `${one.name}: ${limitsText(one, one.maxPerCall, one.callSize)},`)}
} satisfies Record<string, Limits>

/** The types of object that backfills accept, and the limits of one of their requests. */
export const bulkLimits: Record<keyof BackfillObjects, Limits> = {
${lines(bulk, (one) => `${one.name}: ${limitsText(one, one.maxPerBatch ?? 0, 'large')},`)}
}

/** The types of object that backfills accept. */
export interface BackfillObjects {
${lines(bulk, (one) => `${one.name}: ${typeName(one)}`)}
}

/** The type of the objects of each resource. */
export interface ObjectTypes {
${lines(resources, (one) => `${one.name}: ${typeName(one)}`)}
}

/** Pushes, reads and deletes each type of object. */
export class Resources {
${lines(resources, (one) => `readonly ${one.name}: Resource<${typeName(one)}, ${filtersName(one)}>`)}

  constructor(call: Call) {
${lines(resources, (one) => `  this.${one.name} = createResource(call, '${one.name}', callLimits.${one.name})`)}
  }
}
`
}

function limitsText({ maxNested }: Resource, objects: number, size: keyof typeof defaultSettings.maxBody): string {
  const nested = maxNested ? `, nested: { field: '${maxNested.field}', max: ${maxNested.max} }` : ''
  return `{ objects: ${objects}, bytes: ${defaultSettings.maxBody[size] - ENVELOPE_BYTES}${nested} }`
}
