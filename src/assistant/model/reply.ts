import * as v from 'valibot'
import { ModelProblem } from './problem.ts'

/** The JSON object in a reply, which may have a fence or a sentence around it. @throws ModelProblem */
export function readReply<Output>(text: string, schema: v.GenericSchema<unknown, Output>): Output {
  const begin = text.indexOf('{')
  const end = text.lastIndexOf('}')
  let parsed: unknown
  try {
    parsed = JSON.parse(text.slice(begin, end + 1))
  } catch {
    throw new ModelProblem('not_json', 'The reply is not JSON.')
  }
  const { success, output, issues } = v.safeParse(schema, parsed)
  if (success) return output
  const [first] = issues
  throw new ModelProblem('wrong_shape', `The reply does not fit: ${v.getDotPath(first) ?? 'whole'}: ${first.message}`)
}
