import { isShipmentOverdue, sayStatus } from '../../answers/orders.ts'
import { sayOfEach, whichOrders } from '../../answers/which-order.ts'
import type { Draft } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** Where an order is: its status, its parcels and what is expected. */
export const orderStatus: CommandKind = {
  name: 'order_status',
  label: {
    en: 'Where is my order?',
    de: 'Wo ist meine Bestellung?',
    fr: 'Où est ma commande ?',
    es: '¿Dónde está mi pedido?',
  },
  rules: [
    // How far an order is, without anybody saying that it did not come.
    '9.6 whether>delivered @thing|my|it !not !nothing !empty !nobody !untrue !country|abroad|free|cost|how_fast|refund|moneyback',
    '7.9 says~delivered !not !nothing !empty !nobody !untrue',
    '9.1 whether>late @thing|my !wait|duration',
    '9.1 late @thing|my asked !wait|duration|why',
    '9 whether>lost @thing',
    '8.9 lost @thing asked !i !not',
    '9.6 whether>delivery took_place !not|country|free|cost|express|refund',
    '8.6 or_not delivered|shipped !refund|moneyback|giveback',
    '8.6 or_not arrive|here @thing !refund|moneyback|giveback',
    '7.9 delivered asked @thing|my|it !not !nothing !empty !nobody !you|country|refund',
    '7.5 delivered|delivery took_place !not !nothing !empty !nobody short',
    '7 delivered short !not !nothing !empty !nobody !untrue !refund',
    '7.5 where|when|who delivered !not !nothing !empty !nobody !country|refund|goods',
    '9 where order|parcel|delivery|goods|ordernumber|bought !moneyback !refund !invoice !returns !change',
    '8 where product my !off',
    '9 where>my order|parcel|delivery|goods',
    '8 when @comes @own !refund !again !off',
    '7 when come it',
    '7 when @comes !again !how !off !refund',
    '7 when order|parcel|goods !refund !again !off',
    '7 howlong until @comes|here|product !refund',
    '7 howlong until @own @comes|here|unknown !refund',
    '9 status order|parcel|delivery|goods|bought|ordernumber',
    '8 news @thing !refund',
    '8 check|looking_for order|parcel|delivery|goods|ordernumber',
    '8 shipped|ship @thing|my already|question_did !invoice',
    '7 shipped|ship @thing my !how !cost !to !country',
    '9 on_the_way @own',
    '7 on_the_way !off',
    '8 process order|parcel|my|goods',
    '8 process|far order|parcel',
    '8 expect @thing|delivery|it when|question_did',
    '8 what_about @thing !refund',
    '8.5 eta',
    '7.5 shipped|ship it question_did !to !country !how !not',
    '7.5 arrive|delivered it|my|order|parcel|goods question_did !not !wrong !when !i',
    '7 here goods|parcel|order|it question_did !not !arrive',
    '7.5 go_out order|parcel|my',
    '7.5 when have product|order|parcel|goods',
    '8 when come bought|order|parcel',
    '7.5 howlong takes order|parcel !shipping',
    '8 checking_in bought|order',
    '7 delivery_date',
    '6 status short !refund',
    '6 order|parcel|ordernumber short !refund|returns|giveback !off !want',
    '6 my order|parcel short',
    '6 where it !off !unknown',
    '8 no_refund order|parcel|delivery|goods',
    '7 when deliver_day !refund',
    '8 when order>here',
    '8 wait order|parcel|goods when|news !howlong !duration !refund',
  ],
  words,
  answer: answerStatus,
  meaning: 'where an order is, when it comes',
  includes: ['complaint'],
  isOnlyHere: true,
  isSimple: true,
}

/** Where an order is: its status, its parcels and what is expected. */
export async function answerStatus(draft: Draft, command: Command): Promise<void> {
  const orders = await whichOrders(draft, command, 'underway')
  sayOfEach(draft, orders, (order) => sayStatus(draft, order))
  const { now } = draft.tools
  const late = orders.find(({ shipments }) => shipments.some((shipment) => isShipmentOverdue(shipment, now)))
  if (late) draft.late = { command, order: late }
}
