/** Sets a key, which becomes the newest one of its map, and drops the oldest one if there are more than `most`. */
export function setNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  // A map keeps the order of insertion.
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
