import type { ShownObject } from '../../objects/read.ts'
import type { Resource } from '../../objects/resource.ts'
import type { Reader } from '../../store/store.ts'
import { printTable } from '../kit/output.ts'
import type { Column as TableColumn } from '../kit/table.ts'

/** A column of a list: its title, or a table column, and the text of its cells. */
export type Column<T> = [name: string | TableColumn, cell: (object: T) => string]

/** The output of `show` for one object: as JSON, and for people. */
export interface Story {
  json: object
  print(): Promise<void>
}

interface ViewOptions<T> {
  resource: Resource
  columns: Column<T>[]
  /** One line that identifies the object for people. */
  summary(object: T): string
  /** @throws DomainError NOT_FOUND */
  show(reader: Reader, workspaceId: string, id: string): Promise<Story>
}

/** How the command line shows objects of one type. */
export interface ObjectView extends Omit<ViewOptions<ShownObject>, 'columns'> {
  /** Prints one row for each object. */
  printList(objects: ShownObject[]): Promise<void>
}

/** `T` is the type of the resource's objects, as the API returns them. */
export function view<T>({ columns, summary, ...options }: ViewOptions<T>): ObjectView {
  return {
    ...options,
    summary: (object) => summary(object as T),
    printList: (objects) => printRows(columns, objects as T[]),
  }
}

export function printRows<T>(columns: Column<T>[], objects: T[]): Promise<void> {
  return printTable(
    columns.map(([name]) => name),
    objects.map((object) => columns.map(([, cell]) => cell(object))),
  )
}
