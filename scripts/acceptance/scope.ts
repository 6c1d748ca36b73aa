import type { TestContext } from 'node:test'

/** Takes the place of a test for the tests' helpers, which register what they start. `end` stops all of it, the latest first. */
export function scope(): { t: TestContext; end: () => Promise<void> } {
  const ends: (() => unknown)[] = []
  const t = { after: (end: () => unknown) => void ends.push(end) } as unknown as TestContext
  return {
    t,
    end: async () => {
      for (const end of ends.splice(0).reverse()) await end()
    },
  }
}
