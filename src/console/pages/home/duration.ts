const UNITS: [unit: string, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/** About how long something takes, in one unit: `2 hours`. It is never said to be shorter than it is. */
export function duration(ms: number): string {
  const [unit, length] = UNITS.find(([, length]) => ms >= 2 * length) ?? ['second', 1_000]
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(ms / length))
}
