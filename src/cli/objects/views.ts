import { resources } from '../../objects/resources.ts'
import { customerView } from './customer.ts'
import { orderView } from './order.ts'
import { plainView } from './plain.ts'
import { productView } from './product.ts'
import { shipmentView } from './shipment.ts'
import { ticketView } from './ticket.ts'
import type { ObjectView } from './view.ts'

/** Types with a view of their own, most used types first. */
const own = [orderView, customerView, productView, shipmentView, ticketView]
const others = resources.filter((resource) => own.every((view) => view.resource !== resource))

/** The views of all types of objects. */
export const views: ObjectView[] = [...own, ...others.map(plainView)]
