import { approvalReasons, type Policy } from '../../../refunds/policy.ts'
import { reasonKinds } from '../../../refunds/reasons.ts'
import { amountText } from '../parts/values.tsx'
import { en } from '../texts/en.ts'

const { refundSettings: t } = en

interface PolicySentenceProps extends Pick<Policy, 'frozen' | 'rungs'> {
  /** In minor units; null: no refund is automatic. */
  limit: number | null
  currency: string
}

/** What the policy comes to for each reason, by the same rule that decides about refunds. */
export function PolicySentence({ limit, currency, ...policy }: PolicySentenceProps) {
  const isAutomatic = (kind: (typeof reasonKinds)[number]) =>
    limit !== null &&
    approvalReasons({ ...policy, autoLimit: limit, limitCurrency: currency }, { amount: limit, currency, kind })
      .length === 0
  return (
    <div class="notice quiet" role="status">
      <div>
        <strong>{t.sentenceTitle}</strong>
        {limit && reasonKinds.some(isAutomatic) ? (
          <ul>
            {reasonKinds.map((kind) => (
              <li key={kind}>
                {isAutomatic(kind)
                  ? t.automaticUpTo(t.kinds[kind], amountText(limit, currency))
                  : t.allWait(t.kinds[kind])}
              </li>
            ))}
          </ul>
        ) : (
          <p>{t.nothingAutomatic}</p>
        )}
      </div>
    </div>
  )
}
