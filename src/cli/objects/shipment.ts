import { requireObject, sectionOfShipment } from '../../lookup/stories.ts'
import { eventsInOrder, type StoredShipment } from '../../lookup/story/parcel.ts'
import { joined, type Section } from '../../lookup/story/section.ts'
import { shipments } from '../../objects/types/shipment.ts'
import { print, strong } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'
import { printSections, rowText } from './sections.ts'
import { printHeading, view, when } from './view.ts'

export const shipmentView = view<StoredShipment>({
  resource: shipments,
  columns: [
    ['ID', ({ id }) => id],
    [cut('ORDER'), ({ orderId }) => orderId ?? ''],
    ['STATUS', ({ status }) => status ?? ''],
    [spare('LAST EVENT'), ({ events }) => when(eventsInOrder(events).at(-1)?.occurredAt)],
    ['TRACKING NUMBER', ({ trackingNumber }) => trackingNumber ?? ''],
  ],
  summary: ({ orderId, status, carrier, trackingNumber }) =>
    joined(status, [carrier, trackingNumber].filter(Boolean).join(' '), orderId && `order ${orderId}`),
  show: async (reader, workspaceId, id) => {
    const shipment = (await requireObject(reader, shipments, workspaceId, id)) as StoredShipment
    const section = await sectionOfShipment(reader, workspaceId, shipment)
    return { json: { shipment }, print: () => printShipment(shipment, section) }
  },
})

async function printShipment(shipment: StoredShipment, section: Section): Promise<void> {
  print([strong(`Shipment ${joined(shipment.id, shipment.status)}`)])
  await printSections([section])
  printHeading('Events')
  const events = section.more ?? []
  print(...(events.length === 0 ? ['none'] : events.map(rowText)))
}
