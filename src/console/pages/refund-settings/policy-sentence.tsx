import { approvalReasons } from '../../../refunds/policy.ts'
import { reasonKinds } from '../../../refunds/reasons.ts'
import { en } from '../texts/en.ts'

const { refundSettings: t } = en

interface PolicySentenceProps {
  settings: Parameters<typeof approvalReasons>[0]
  amountText: (minor: number) => string
}

/** What the policy comes to for each reason, by the same rule that decides about refunds. */
export function PolicySentence({ settings, amountText }: PolicySentenceProps) {
  const { autoLimit, limitCurrency } = settings
  const amount = autoLimit ?? 0
  return (
    <div class="notice quiet" role="status">
      <div>
        <strong>{t.sentenceTitle}</strong>
        <ul>
          {reasonKinds.map((kind) => {
            const asked = { amount: Math.max(1, amount), currency: limitCurrency ?? '', kind }
            const isAutomatic = approvalReasons(settings, asked).length === 0
            const name = t.kinds[kind]
            return <li key={kind}>{isAutomatic ? t.automaticUpTo(name, amountText(amount)) : t.allWait(name)}</li>
          })}
        </ul>
      </div>
    </div>
  )
}
