/** The shortest time between two runs. */
const PAUSE_MS = 60_000

/** Returns a function that runs its argument at most once a minute: for log lines that strangers can cause at will. */
export function sparingly(): (act: () => void) => void {
  let actedAt = Number.NEGATIVE_INFINITY
  return (act) => {
    if (performance.now() - actedAt < PAUSE_MS) return
    actedAt = performance.now()
    act()
  }
}
