import { customerName as nameOf } from '../lookup/story/customer.ts'
import { fieldsOf } from '../objects/find/read.ts'
import { customers } from '../objects/types/customer.ts'
import type { Reader } from '../store/store.ts'

/** The name or e-mail address of a customer, or null if there is none; and the bytes of the stored customer. */
export async function customerName(
  reader: Reader,
  workspaceId: string,
  customerId: string,
): Promise<{ value: string | null; bytes: number }> {
  const row = await fieldsOf<{ [Field in 'name' | 'firstName' | 'lastName' | 'email']: string | null }>(
    reader,
    customers,
    workspaceId,
    customerId,
    ['name', 'firstName', 'lastName', 'email'],
  )
  return { value: (row && nameOf(row)) || row?.email || null, bytes: row?.bytes ?? 0 }
}
