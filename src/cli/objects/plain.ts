import { requireObject } from '../../lookup/stories.ts'
import { joined } from '../../lookup/story/section.ts'
import type { ShownObject } from '../../objects/find/read.ts'
import type { Resource } from '../../objects/resource.ts'
import { linesOf, print, strong } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'
import { type ListColumn, type ObjectView, printFacts, view, when } from './view.ts'

/** The view of a type that needs none of its own: lists have the fields that it names, one object has all its texts and numbers. */
export function plainView(resource: Resource): ObjectView {
  const { noun, listed = [] } = resource
  const column = (field: string, index: number): ListColumn<ShownObject> => {
    const title = field.toUpperCase()
    const isLast = index === listed.length - 1
    return [index === 0 ? cut(title) : isLast ? spare(title) : title, (object) => textOf(object[field])]
  }
  return view<ShownObject>({
    resource,
    columns: [['ID', ({ id }) => id], ...listed.map(column)],
    summary: (object) => joined(...listed.slice(0, -1).map((field) => textOf(object[field]))),
    show: async (reader, workspaceId, id) => {
      const object = await requireObject(reader, resource, workspaceId, id)
      return { json: { [noun]: object }, print: async () => printObject(resource, object) }
    },
  })
}

/** The first listed field and the status are the heading, the fields that a search finds as body are the text below. */
function printObject({ noun, listed = [], searched }: Resource, object: ShownObject): void {
  const [name = 'id'] = listed
  const body = searched?.body.map(String) ?? []
  const apart = new Set([name, 'status', 'updatedAt', ...body])
  const fields = [...new Set(['id', ...listed, ...Object.keys(object)])].filter((field) => !apart.has(field))
  print([
    strong(
      joined(
        `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${textOf(object[name]) || object.id}`,
        textOf(object.status),
      ),
    ),
  ])
  printFacts({
    ...Object.fromEntries(fields.map((field) => [field, textOf(object[field])])),
    updated: when(object.updatedAt),
  })
  for (const text of body.map((field) => textOf(object[field]))) if (text) print('', ...linesOf(text, '  '))
}

/** Lists and objects inside an object are only shown as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'object' || value === undefined ? '' : String(value)
}
