import { changeRules } from './rules/changes.ts'
import type { Rules } from './rules/notation.ts'
import { orderRules } from './rules/orders.ts'
import { peopleRules } from './rules/people.ts'
import { productRules } from './rules/products.ts'
import { refundRules } from './rules/refunds.ts'
import { shopRules } from './rules/shop.ts'

/** All rules, by the command that they mean. */
export const rules: Rules = {
  ...orderRules,
  ...productRules,
  ...refundRules,
  ...shopRules,
  ...changeRules,
  ...peopleRules,
}
