import type * as v from 'valibot'
import { badRequest, type Issue } from '../lib/errors.ts'
import { nearest } from '../lib/nearest.ts'
import type { Route } from './route.ts'

/** Longer parameter names are cut in messages: a name may be as long as an address. */
const MAX_NAME = 100

/**
 * The parameters of a query, by name. An unknown parameter is rejected: ignoring a mistyped filter would return the wrong list.
 *
 * @throws DomainError BAD_REQUEST for an unknown or repeated parameter
 */
export function readQuery({ query }: Pick<Route, 'query'>, { search, searchParams }: URL): Record<string, string> {
  if (search === '') return {}
  const known = Object.keys((query as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {})
  const given = new Map<string, string>()
  const issues = new Map<string, string>()
  for (const [name, value] of searchParams) {
    if (!known.includes(name)) issues.set(name, unknownProblem(name, known))
    else if (given.has(name)) issues.set(name, 'is given more than once')
    given.set(name, value)
  }
  if (issues.size > 0) refuse(Array.from(issues, ([name, message]) => ({ path: [shortened(name)], message })))
  return Object.fromEntries(given)
}

function unknownProblem(name: string, known: string[]): string {
  const meant = nearest(shortened(name), known)
  if (meant !== undefined) return `is not a known parameter: did you mean ${meant}?`
  return known.length === 0
    ? 'is not a known parameter: this call has no parameters'
    : `is not a known parameter: this call has ${known.join(', ')}`
}

const shortened = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).toWellFormed()}…` : name)

function refuse(issues: Issue[]): never {
  const [first] = issues
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see data.issues)` : ''
  const problem = `${first?.path[0]} ${first?.message}`
  throw badRequest(`Invalid query: ${problem}${more || (problem.endsWith('?') ? '' : '.')}`, issues)
}
