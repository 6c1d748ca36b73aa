/** SQL for the texts at some paths of `object.data`, joined by spaces. */
export function textsAt(paths: readonly (string | { path: string; unless: string })[]): string {
  if (paths.length === 0) return "''"
  return `concat_ws(' ', ${paths.map((path) => (typeof path === 'string' ? textAt(path) : textAt(path.path, path.unless))).join(', ')})`
}

/** SQL for the text at `title`, `tags[]`, `variants[].sku` or `variants[].options.*`, without list entries whose flag `unless` is true. */
function textAt(path: string, unless?: string): string {
  const [list = '', field] = path.split('[]')
  if (field === undefined) return `object.data ->> '$.${list}'`
  const entries = `json_each(object.data, '$.${list}') AS entry`
  const left = unless === undefined ? '' : ` WHERE coalesce(entry.value ->> '$.${unless}', 0) = 0`
  if (field === '') return `(SELECT group_concat(entry.value, ' ') FROM ${entries}${left})`
  if (!field.endsWith('.*')) return `(SELECT group_concat(entry.value ->> '$${field}', ' ') FROM ${entries}${left})`
  const values = `json_each(entry.value, '$${field.slice(0, -2)}') AS part`
  return `(SELECT group_concat(part.value, ' ') FROM ${entries}, ${values}${left})`
}
