/** Above 0 if `one` is newer. What follows a hyphen does not count. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => (text.split('-')[0] ?? '').split('.').map(Number)) as [
    number[],
    number[],
  ]
  const at = first.findIndex((number, index) => number !== second[index])
  return at === -1 ? 0 : (first[at] ?? 0) - (second[at] ?? 0)
}
