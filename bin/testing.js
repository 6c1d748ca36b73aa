// storewire/testing in the npm package. Plain JavaScript that every Node.js version can parse: an old version cannot load the module itself.
import { nodeVersionProblem } from '../scripts/node-version.js'

export async function startStorewire(options) {
  const problem = nodeVersionProblem(process.versions.node)
  if (problem) {
    const error = new Error(problem)
    // One line in a test report: the stack would point at code that is not the cause.
    error.stack = `Error: ${problem}`
    throw error
  }
  const testing = await import('../dist/package/testing.js')
  return testing.startStorewire(options)
}
