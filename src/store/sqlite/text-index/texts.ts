/** Where a text is: see {@link textsAt}. Entries of a list whose flag `unless` is true are left out. */
type Path = string | { path: string; unless: string }

/**
 * SQL for the texts at some paths of `object.data`, joined by spaces: `title`, `tags[]`, `variants[].sku` or `variants[].options.*`. The
 * texts of one list are read together, from the parsed object (JSONB): each function that gets JSON as a text parses all of it.
 */
export function textsAt(paths: readonly Path[]): string {
  if (paths.length === 0) return "''"
  const lists = new Map<string, string[]>()
  const texts: string[] = []
  for (const given of paths) {
    const { path, unless } = typeof given === 'string' ? { path: given, unless: undefined } : given
    const [list = '', field] = path.split('[]')
    if (field === undefined) {
      texts.push(`object.data ->> '$.${list}'`)
      continue
    }
    const left = unless === undefined ? '' : ` WHERE coalesce(entry.value ->> '$.${unless}', 0) = 0`
    const entries = `jsonb_each(jsonb_extract(object.data, '$.${list}')) AS entry${left}`
    lists.set(entries, [...(lists.get(entries) ?? []), textOfEntry(field)])
  }
  for (const [entries, ofEntry] of lists)
    texts.push(`(SELECT group_concat(concat_ws(' ', ${ofEntry.join(', ')}), ' ') FROM ${entries})`)
  return `concat_ws(' ', ${texts.join(', ')})`
}

/** @param field `''` for the entry itself, `.sku`, or `.options.*` */
function textOfEntry(field: string): string {
  if (field === '') return 'entry.value'
  if (!field.endsWith('.*')) return `entry.value ->> '$${field}'`
  return `(SELECT group_concat(part.value, ' ') FROM json_each(jsonb_extract(entry.value, '$${field.slice(0, -2)}')) AS part)`
}
