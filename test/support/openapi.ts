import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer } from './server.ts'

type Json = Record<string, unknown>

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; responses: Json; headers: Json }
  servers: { url: string }[]
  info: { title: string }
}

export interface Operation {
  operationId: string
  summary?: string
  tags?: string[]
  parameters: { $ref?: string; name?: string; in?: string; required?: boolean; schema?: { examples?: string[] } }[]
  /** If it is not the secret key. */
  security?: Record<string, string[]>[]
  requestBody?: { content: { 'application/json'?: { schema: Json; example: unknown } } }
  responses: Record<string, Json>
}

/** Validates real responses against the document. Fields that are not in the document are errors. */
export function answerValidator(spec: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'spec', ...(closed(spec) as Json) })
  const exercised = new Set<string>()
  const at = (pointer: string) =>
    pointer
      .slice(2)
      .split('/')
      .reduce((value, key) => (value as Json)[key] as Json, spec as unknown as Json)

  return {
    /** Asserts that a response matches the document of the operation. */
    validate(method: string, path: string, answer: Answer): void {
      const where = `${method} ${path} ${answer.status}`
      const operation = spec.paths[path]?.[method.toLowerCase()]
      assert.ok(operation, `${where}: the document does not have it`)
      let response = operation.responses[answer.status] as Json | undefined
      assert.ok(response, `${where}: the document does not have this status`)
      let pointer = `#/paths/${pointerTo(path)}/${method.toLowerCase()}/responses/${answer.status}`
      if (typeof response.$ref === 'string') {
        pointer = response.$ref
        response = at(response.$ref)
      }
      for (const name of Object.keys(response.headers as Json)) {
        const optional = ['Idempotent-Replayed', 'Accept-Encoding', 'RateLimit', 'RateLimit-Policy'].includes(name)
        assert.ok(optional || answer.headers.has(name), `${where}: header ${name}`)
      }
      const other = ['text/event-stream', 'text/csv', 'image/gif'].find(
        (type) => (response.content as Json | undefined)?.[type],
      )
      if (other) assert.ok(answer.headers.get('content-type')?.startsWith(other), where)
      else if (response.content) {
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
        const validate = ajv.getSchema(`spec${pointer}/content/application~1json/schema`)
        assert.ok(validate)
        assert.ok(validate(answer.body), `${where}: ${ajv.errorsText(validate.errors)} in ${answer.text}`)
      } else assert.equal(answer.text, '')
      exercised.add(`${method} ${path}`)
      exercised.add(where)
    },
    exercised,
    /** Asserts that an example matches its schema. */
    validateExample(schema: Json, example: unknown, where: string): void {
      const validate = ajv.compile({ $ref: `spec${schema.$ref}` })
      assert.ok(validate(example), `${where}: ${ajv.errorsText(validate.errors)}`)
    },
  }
}

function pointerTo(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** The document with `additionalProperties: false` on every object that does not set it. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, key === 'example' ? entry : closed(entry)]),
  )
  const isObjectSchema =
    copy.type === 'object' && copy.properties !== undefined && copy.additionalProperties === undefined
  return isObjectSchema ? { ...copy, additionalProperties: false } : copy
}
