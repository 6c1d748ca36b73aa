/** A duration in the form in which it is typed, in whole seconds: `90061000` milliseconds are `1d 1h 1m 1s`. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ]
  return (
    parts
      .filter(([count]) => count !== 0)
      .map((part) => part.join(''))
      .join(' ') || '0s'
  )
}
