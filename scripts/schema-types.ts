import { NO_FOLDER } from '../src/lib/fields.ts'

/** A JSON Schema, limited to what the documents of the APIs use. */
export interface Schema {
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

/** An object's schema as an interface. Adds the types that it refers to to `names`. */
export function interfaceText(name: string, { properties = {}, required = [] }: Schema, names: Set<string>): string {
  const fields = Object.entries(properties).map(([key, field]) => fieldText(key, field, required.includes(key), names))
  return fields.length === 0
    ? `export type ${name} = Record<string, never>`
    : `export interface ${name} {\n${fields.join('\n')}\n}`
}

/** The formatter breaks longer lines. */
const LINE_WIDTH = 120

/** A field of an interface, with what is known of it. Adds the types that it refers to to `names`. */
export function fieldText(name: string, schema: Schema, required: boolean, names: Set<string>): string {
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

/** Rules that the type cannot express, as a short text. */
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

/** The TypeScript type of a schema. Adds the types that it refers to to `names`. @throws Error for a schema without a known type */
export function typeOf(schema: Schema, names: Set<string>): string {
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
  throw new Error(`no TypeScript type is known for ${JSON.stringify(schema)}: add it to scripts/schema-types.ts`)
}

function arrayOf(entry: string): string {
  return entry.includes(' ') ? `(${entry})[]` : `${entry}[]`
}
