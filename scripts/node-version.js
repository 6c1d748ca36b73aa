/** The oldest Node.js that runs storewire, as `engines` in package.json. */
const OLDEST = [22, 19]

/**
 * @param {string} version such as `20.20.2`
 * @returns {string | undefined} one line that asks for a newer Node.js; undefined if this one is new enough
 */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined
  return `storewire needs Node.js ${OLDEST.join('.')} or newer, and this is ${version}. In a clone, "npm start" brings a newer one along; elsewhere, update Node.js.`
}

/**
 * Ends the process with a clear message if a Node.js version is too old.
 *
 * @param {string} version such as `20.20.2`
 */
export function checkNodeVersion(version) {
  const problem = nodeVersionProblem(version)
  if (!problem) return
  console.error(problem)
  process.exit(1)
}
