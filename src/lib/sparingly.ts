/** How often at most. */
const PAUSE_MS = 60_000

/** Runs what it is given, at most once a minute: for log lines about what strangers can bring about at will. */
export function sparingly(): (act: () => void) => void {
  let actedAt = Number.NEGATIVE_INFINITY
  return (act) => {
    if (performance.now() - actedAt < PAUSE_MS) return
    actedAt = performance.now()
    act()
  }
}
