import { badRequest, DomainError } from '../../lib/errors.ts'
import { isProblem } from '../../lib/schema.ts'
import { readRule } from '../../segments/read-rule.ts'
import type { Rule } from '../../segments/rule.ts'
import { readNamedFile } from './named-file.ts'

/** @throws DomainError BAD_REQUEST */
export function givenRule(given: string | undefined, file: string | undefined): Rule {
  const text = file === undefined ? given : readNamedFile(file)
  if (text === undefined)
    throw new DomainError('BAD_REQUEST', 'no_rule', 'The rule is missing. Give it with --rule or --rule-file.')
  const rule = readRule(parsed(text))
  if (!isProblem(rule)) return rule
  const issues = rule.map(({ path, message }) => ({ path: ['rule', ...path], message }))
  throw badRequest(
    `Invalid rule: ${issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
    issues,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DomainError('BAD_REQUEST', 'invalid_json', `The rule is not JSON: ${(error as Error).message}.`)
  }
}
