/** The oldest Node.js that runs storewire; `engines` in package.json says the same. */
const OLDEST = [22, 19]

/**
 * Ends the process with a clear message when a Node.js version is too old.
 *
 * @param {string} version such as `20.20.2`
 */
export function checkNodeVersion(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  console.error(
    `storewire needs Node.js ${OLDEST.join('.')} or newer, and this is ${version}. In a clone, "npm start" brings a newer one along; elsewhere, update Node.js.`,
  )
  process.exit(1)
}
