/** Pages of refunds, loaded together: together they are smaller. */
export { default as Refund } from '../refund/index.tsx'
export { default as RefundStart } from '../refund-start/index.tsx'
export { default as Refunds } from './index.tsx'
