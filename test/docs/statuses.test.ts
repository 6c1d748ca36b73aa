import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { statusOf } from '../../src/http/errors.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { routes, tags } from '../../src/serve/features.ts'
import { pages, rowsOf, source } from '../support/documents.ts'
import type { OpenApi } from '../support/openapi.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const code = globSync(['src/**/*.ts', 'plugins/*/includes/*.php'], { cwd: root })
  .map((file) => source(file))
  .join('\n')

const STATUS = /\b([245]\d\d)\b/g

test('the table of errors has every status with its code', () => {
  const written = rowsOf(source('docs/pushing.md'), 'Status').map(([status, name = '']) => [
    name.replaceAll('`', ''),
    Number(status),
  ])
  assert.deepEqual(Object.fromEntries(written), statusOf)
})

/** The statuses of each reason, by the sources. */
function statusesOfReasons(): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>()
  const add = (reason: string, name: string) => {
    const all = found.get(reason) ?? new Set()
    found.set(reason, all.add(statusOf[name as keyof typeof statusOf]))
  }
  for (const [, name = '', reason = ''] of code.matchAll(/'([A-Z_]{5,})',\s*'([a-z_]+)'/g))
    if (name in statusOf) add(reason, name)
  for (const [, reason = ''] of code.matchAll(/\bconflict\(\s*'([a-z_]+)'/g)) add(reason, 'CONFLICT')
  return found
}

test('every status that documents name with a reason is the one of that reason', () => {
  const known = statusesOfReasons()
  const wrong: string[] = []
  let checked = 0
  // `409, too_many_streams`, also with words in between: 401 with the code `bad_signature`.
  for (const [page, text] of pages())
    for (const [all, status = '', reason = ''] of text.matchAll(
      /\b([45]\d\d)\b[,:]?(?: with the code)? `([a-z]+(?:_[a-z]+)+)`/g,
    )) {
      // Of the shop's endpoint, not of storewire.
      if (['bad_signature', 'bad_request'].includes(reason)) continue
      checked++
      if (!known.get(reason)?.has(Number(status))) wrong.push(`${page}: ${all}`)
    }
  assert.deepEqual(wrong, [])
  assert.ok(checked >= 2, String(checked))
})

/** The parts of a page that are about one thing: a row of a table, or a sentence. */
function statements(markdown: string): string[] {
  const text = markdown.replace(/^ *```[\s\S]*?^ *```$/gm, '')
  return text.split(/\n\n|\n(?=[|#-])|\n(?=\d+\. )/).flatMap((block) => block.split(/(?<=[.:]) (?=[A-Z])/))
}

/** Outside of the document: what the server has beside the API, and `storewire dev`. Their statuses are those of their own tests. */
const OUTSIDE = /^\/(?:healthz|readyz|metrics|api\/v1(?:\/spec\.json)?)$/

/** The addresses of `storewire dev`, which its page names without their beginning. */
const ofDev = [...code.matchAll(/path: ['`]\/dev(\/[^'`]+)/g)].map(([, path = '']) => path)
const DEV_PAGE = 'docs/developing.md'

const templateOf = (path: string, known: string[]) =>
  known.find((one) => new RegExp(`^${one.replace(/\$?\{\w+\}/g, '[^/]+')}$`).test(path))

/** The calls in a text: `GET /orders/{id}`, `POST /orders/bulk`. */
const callsIn = (text: string) =>
  [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s?`…]+)(?=[?`\s])/g)].map(([, method = '', path = '']) => ({
    method,
    path,
  }))

const spec = openApiDocument(routes, {
  title: 'storewire',
  baseUrl: 'http://127.0.0.1/api/v1',
  tags,
}) as unknown as OpenApi

/** What the document declares for a call; undefined if there is no such call. */
function responsesOf({ method, path }: { method: string; path: string }): object | undefined {
  return spec.paths[templateOf(path, Object.keys(spec.paths)) ?? '']?.[method.toLowerCase()]?.responses
}

test('every call that documents name is one of the API', () => {
  const wrong: string[] = []
  let checked = 0
  for (const [page, text] of pages())
    for (const call of callsIn(text)) {
      checked++
      const isOfDev = page === DEV_PAGE && templateOf(call.path, [...ofDev, '/reset', '/chaos']) !== undefined
      if (!responsesOf(call) && !OUTSIDE.test(call.path) && !isOfDev) wrong.push(`${page}: ${call.method} ${call.path}`)
    }
  assert.deepEqual(wrong, [])
  assert.ok(checked > 50, String(checked))
})

test('every status that documents name with a call of the API is one of that call', () => {
  const wrong: string[] = []
  for (const [page, text] of pages())
    for (const statement of statements(text)) {
      const declared = callsIn(statement).flatMap((call) => Object.keys(responsesOf(call) ?? {}))
      if (declared.length === 0) continue
      for (const [, status = ''] of statement.matchAll(STATUS))
        if (!declared.includes(status)) wrong.push(`${page}: ${status} in: ${statement}`)
    }
  assert.deepEqual(wrong, [])
})

test('every metric, cookie and kind of job that documents name is one of the program or of a plugin', () => {
  const wrong = [...pages(), ['alerts.yml', source('scripts/deploy/alerts.yml')] as const].flatMap(([page, text]) =>
    [...text.matchAll(/\bstorewire_[a-z_]+/g)]
      .map(([name]) => name)
      .filter((name) => !name.startsWith('storewire_dev') && !isMetric(name))
      .map((name) => `${page}: ${name}`),
  )
  assert.deepEqual(wrong, [])
  for (const kind of ['fill-filters', 'search.fill', 'count-facts']) assert.ok(code.includes(`'${kind}'`), kind)
})

/** A histogram has series with endings of their own. */
function isMetric(name: string): boolean {
  return code.includes(`'${name.replace(/_(?:bucket|count|sum)$/, '')}'`)
}
