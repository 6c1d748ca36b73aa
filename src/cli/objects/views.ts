import { articleView } from './article.ts'
import { customerView } from './customer.ts'
import { orderView } from './order.ts'
import { productView } from './product.ts'
import { shipmentView } from './shipment.ts'
import { ticketView } from './ticket.ts'
import type { ObjectView } from './view.ts'

/** The views of all types of objects, most used types first. */
export const views: ObjectView[] = [orderView, customerView, productView, shipmentView, ticketView, articleView]
