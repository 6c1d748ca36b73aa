import { openApiDocument } from '../src/http/openapi/document.ts'
import { defaultSettings } from '../src/http/services.ts'
import { NO_FOLDER } from '../src/lib/fields.ts'
import type { Resource } from '../src/objects/resource.ts'
import { resources } from '../src/objects/resources.ts'
import { routes } from '../src/serve/features.ts'

/** A JSON Schema, as far as the document of the API goes. */
interface Schema {
  $ref?: string
  type?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

/** What the client library names in its own types; what these refer to comes with them. */
const ROOTS = [...resources.map(typeName), 'UpsertResult', 'Backfill']

const HEADER = `// Written by scripts/write-client-types.ts from the types of object that the server takes: change those, then run
// npm run write:client-types.`

/** The name of a resource's schema, and of its type in the client library. */
function typeName({ noun }: Resource): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** The client library's types of all objects, as the text of a TypeScript module. */
export function clientTypes(): string {
  const document = openApiDocument(routes, { title: 'storewire', baseUrl: '' })
  const { schemas } = document.components as { schemas: Record<string, Schema> }
  const names = new Set(ROOTS)
  const interfaces: string[] = []
  // A set that grows while it is walked hands out what was added, too.
  for (const name of names) {
    const { properties = {}, required = [] } = schemas[name] ?? {}
    const fields = Object.entries(properties).map(([key, field]) =>
      fieldText(key, field, required.includes(key), names),
    )
    interfaces.push(`export interface ${name} {\n${fields.join('\n')}\n}`)
  }
  return `${[HEADER, ...interfaces].join('\n\n')}\n`
}

/** The formatter breaks longer lines. */
const LINE_WIDTH = 120

function fieldText(name: string, schema: Schema, required: boolean, names: Set<string>): string {
  const doc = [descriptionOf(schema), boundsOf(schema)].filter((part) => part !== undefined).join(' ')
  // Under exactOptionalPropertyTypes, too, a field may be set to what another object doesn't have.
  const type = required ? typeOf(schema, names) : `${typeOf(schema, names)} | undefined`
  const line = `  ${name}${required ? '' : '?'}: ${type}`
  const text = line.length <= LINE_WIDTH ? line : line.replace(': ', ': | ').replaceAll(' | ', '\n    | ')
  return doc ? `  /** ${doc} */\n${text}` : text
}

function descriptionOf({ description, anyOf = [], items }: Schema): string | undefined {
  return description ?? [...anyOf, ...(items ? [items] : [])].map(descriptionOf).find((found) => found !== undefined)
}

const FORMATS: Record<string, string> = { email: 'An e-mail address.', uri: 'An http or https URL.' }

/** What the type can't say, in a few words. */
function boundsOf({ anyOf = [], ...schema }: Schema): string | undefined {
  const { format = '', maxLength, maxItems, minimum, maximum } = schema
  if (FORMATS[format]) return FORMATS[format]
  if (schema.pattern === NO_FOLDER) return `At most ${maxLength} characters, not \`.\` or \`..\`.`
  if (schema.pattern) return `Matches \`${schema.pattern}\`.`
  if (maxLength !== undefined) return `At most ${maxLength} characters.`
  if (maxItems !== undefined) return `At most ${maxItems} entries.`
  if (minimum !== undefined && minimum >= 0) {
    return maximum === Number.MAX_SAFE_INTEGER
      ? `A whole number from ${minimum}.`
      : `A whole number from ${minimum} to ${maximum}.`
  }
  return anyOf.map(boundsOf).find((found) => found !== undefined)
}

function typeOf(schema: Schema, names: Set<string>): string {
  const { $ref, anyOf, type, items, additionalProperties } = schema
  if ($ref) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    names.add(name)
    return name
  }
  if (anyOf) return anyOf.map((one) => typeOf(one, names)).join(' | ')
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ')
  if (type === 'integer') return 'number'
  if (type === 'array' && items) return arrayOf(typeOf(items, names))
  if (type === 'object' && additionalProperties) {
    return `Record<string, ${additionalProperties === true ? 'unknown' : typeOf(additionalProperties, names)}>`
  }
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type
  throw new Error(`the client's types have no word for ${JSON.stringify(schema)}: teach it to scripts/client-types.ts`)
}

function arrayOf(entry: string): string {
  return entry.includes(' ') ? `(${entry})[]` : `${entry}[]`
}

/** Bytes of a request that are not used for objects: for the rest of its body, and for what a proxy in front of the server adds. */
const ENVELOPE_BYTES = 1024

/** The client library's members and limits for each type of object, as the text of a TypeScript module. */
export function clientResources(): string {
  const bulk = resources.filter(({ maxPerBatch }) => maxPerBatch !== null)
  const lines = (all: Resource[], line: (resource: Resource) => string) => all.map((one) => `  ${line(one)}`).join('\n')
  return `${HEADER}

import type { Limits } from './batches.ts'
import type { Call } from './http.ts'
import type { ${resources.map(typeName).toSorted().join(', ')} } from './objects.ts'
import { createUpserts, type Upserts } from './upserts.ts'

/** The most that one synchronous call may carry. */
const callLimits = {
${lines(resources, (one) => `${one.name}: ${limitsText(one, one.maxPerCall, one.callSize)},`)}
} satisfies Record<string, Limits>

/** The types of object that backfills take, and the most that one of their requests may carry. */
export const bulkLimits: Record<keyof BackfillObjects, Limits> = {
${lines(bulk, (one) => `${one.name}: ${limitsText(one, one.maxPerBatch ?? 0, 'large')},`)}
}

/** The types of object that backfills take. */
export interface BackfillObjects {
${lines(bulk, (one) => `${one.name}: ${typeName(one)}`)}
}

/** Pushes each type of object. */
export class Resources {
${lines(resources, (one) => `readonly ${one.name}: Upserts<${typeName(one)}>`)}

  constructor(call: Call) {
${lines(resources, (one) => `  this.${one.name} = createUpserts(call, '${one.name}', callLimits.${one.name})`)}
  }
}
`
}

function limitsText({ maxNested }: Resource, objects: number, size: keyof typeof defaultSettings.maxBody): string {
  const nested = maxNested ? `, nested: { field: '${maxNested.field}', max: ${maxNested.max} }` : ''
  return `{ objects: ${objects}, bytes: ${defaultSettings.maxBody[size] - ENVELOPE_BYTES}${nested} }`
}
