/** Texts that a caller may send in any number are not remembered for long, and long ones not at all. */
const MOST = 1_000
const LONGEST = 255

/** Remembers what a function returned for the newest short texts: for one that depends on the text alone, and is called with few. */
export function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = read(text)
    if (text.length > LONGEST) return result
    if (results.size === MOST) results.clear()
    results.set(text, result)
    return result
  }
}
