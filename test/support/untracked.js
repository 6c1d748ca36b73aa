import hooks from 'node:async_hooks'

// Preloaded into every process of `npm test`: the test runner notes for each promise and timer which test made it, which takes a sixth of
// the time of the tests. Without that an error after a test's end, or outside of what it awaits, is one of the whole process, which fails
// all the same. Not in TypeScript, see compile-cache.js.
const { createHook } = hooks
hooks.createHook = () => ({ enable: () => {}, disable: () => {} })
await import('node:test')
hooks.createHook = createHook
