import { consoleRoutes } from '../src/console/routes.ts'
import { openApiDocument } from '../src/http/openapi/document.ts'
import { fieldText, interfaceText, type Schema, typeOf } from './schema-types.ts'

const HEADER = `// Written by scripts/write-client-types.ts from the routes of the console: change those, then run npm run write:client-types.`

interface Operation {
  operationId: string
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; description?: string; schema: Schema }[]
  /** A file, which has no JSON, is sent in another way. */
  requestBody?: { required: boolean; content: { 'application/json'?: { schema: Schema } } }
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>
}

/** The types of the console's routes, as openapi-fetch takes them, as the text of a TypeScript module. */
export function consoleTypes(): string {
  const document = openApiDocument(consoleRoutes, { title: 'storewire', baseUrl: '', tags: {} })
  const { schemas } = document.components as { schemas: Record<string, Schema> }
  const names = new Set<string>()
  const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>).map(
    ([path, methods]) =>
      `  '${path}': {\n${Object.entries(methods)
        .map((at) => methodText(...at, names))
        .join('\n')}\n  }`,
  )
  const interfaces: string[] = []
  // A set that grows during a walk includes what was added.
  for (const name of names) interfaces.push(interfaceText(name, schemas[name] ?? {}, names))
  return `${[HEADER, ...interfaces, `export interface paths {\n${paths.join('\n')}\n}`].join('\n\n')}\n`
}

function methodText(
  method: string,
  { parameters = [], requestBody, responses }: Operation,
  names: Set<string>,
): string {
  const given = (['query', 'path'] as const)
    .map((place) => ({ place, fields: parameters.filter((one) => one.in === place) }))
    .filter(({ fields }) => fields.length > 0)
    .map(
      ({ place, fields }) =>
        `${place}${fields.some(({ required }) => required) ? '' : '?'}: {\n${fields.map(({ name, required, schema }) => fieldText(name, schema, required, names)).join('\n')}\n}`,
    )
  const body = requestBody?.content['application/json']?.schema
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, { content }]) => {
      const schema = content?.['application/json']?.schema
      return `${status}: { ${schema ? `content: { 'application/json': ${typeOf(schema, names)} }` : 'content?: never'} }`
    })
  const lines = [
    `parameters: { ${given.join('; ')} }`,
    ...(body ? [`requestBody: { content: { 'application/json': ${typeOf(body, names)} } }`] : []),
    `responses: { ${answers.join('; ')} }`,
  ]
  return `    ${method}: {\n${lines.join('\n')}\n}`
}
