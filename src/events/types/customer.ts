import { text } from '../../lib/fields.ts'
import { optional } from '../../lib/schema.ts'
import { fieldsOf } from '../../objects/find/read.ts'
import { customers } from '../../objects/types/customer.ts'
import type { Reader } from '../../store/store.ts'
import type { PersonalData } from '../event-type.ts'

/** Fields of data that only endpoints get that may have them. */
export const customerFields = {
  customerName: optional(text('Only with `includeText`.')),
  customerEmail: optional(text('Only with `includeText`.')),
}

/** Name and address of a customer, as far as they are known. */
export async function customerOf(
  reader: Reader,
  workspaceId: string,
  customerId: string | null,
): Promise<Pick<PersonalData, 'customerName' | 'customerEmail'>> {
  if (customerId === null) return { customerName: null, customerEmail: null }
  const row = await fieldsOf<{ name: string | null; email: string | null }>(
    reader,
    customers,
    workspaceId,
    customerId,
    ['name', 'email'],
  )
  return { customerName: row?.name ?? null, customerEmail: row?.email ?? null }
}
