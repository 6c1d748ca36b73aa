import { localAmount } from '../lib/amounts.ts'

/** What happened to a refund, as its customer hears it. */
export type NoticeCode =
  | 'pending'
  | 'succeeded'
  | 'failed'
  | 'rejected'
  | 'expired'
  | 'not_approved_in_time'
  | 'cancelled_after_confirmation'
  | 'outcome_unknown'
  | 'trial'

/** A message about a refund, as it is stored: its sentence is written when it is shown. */
export interface Notice {
  code: NoticeCode
  language: string
  /** In minor units. */
  amount: number
  currency: string
}

type Sentences = Record<NoticeCode, (amount: string) => string>

const en: Sentences = {
  pending: (amount) => `Your refund of ${amount} was accepted. We will let you know here when it is made.`,
  succeeded: (amount) => `Your refund of ${amount} has been made.`,
  failed: (amount) => `Your refund of ${amount} could not be made. We will look into it and get back to you.`,
  rejected: (amount) => `Your refund of ${amount} was not approved.`,
  expired: (amount) => `The offer to refund ${amount} has expired.`,
  not_approved_in_time: (amount) =>
    `Your refund of ${amount} was not approved in time. Ask again if you still want it.`,
  cancelled_after_confirmation: (amount) =>
    `Your refund of ${amount} was cancelled before it was made. Ask again if you still want it.`,
  outcome_unknown: (amount) =>
    `We could not find out whether your refund of ${amount} was made. We will look into it and get back to you.`,
  trial: () => 'This was a trial: no money was refunded.',
}

const de: Sentences = {
  pending: (amount) => `Deine Erstattung von ${amount} ist angenommen. Wir melden uns hier, sobald sie ausgezahlt ist.`,
  succeeded: (amount) => `Deine Erstattung von ${amount} ist ausgezahlt.`,
  failed: (amount) => `Deine Erstattung von ${amount} hat nicht geklappt. Wir prüfen das und melden uns.`,
  rejected: (amount) => `Deine Erstattung von ${amount} wurde nicht genehmigt.`,
  expired: (amount) => `Das Angebot, ${amount} zu erstatten, ist abgelaufen.`,
  not_approved_in_time: (amount) =>
    `Deine Erstattung von ${amount} wurde nicht rechtzeitig genehmigt. Frag noch einmal, wenn du sie noch möchtest.`,
  cancelled_after_confirmation: (amount) =>
    `Deine Erstattung von ${amount} wurde vor der Auszahlung abgebrochen. Frag noch einmal, wenn du sie noch möchtest.`,
  outcome_unknown: (amount) =>
    `Wir konnten nicht feststellen, ob deine Erstattung von ${amount} ausgezahlt ist. Wir prüfen das und melden uns.`,
  trial: () => 'Das war ein Versuch: Es wurde kein Geld erstattet.',
}

const fr: Sentences = {
  pending: (amount) =>
    `Votre remboursement de ${amount} est accepté. Nous vous préviendrons ici dès qu’il sera effectué.`,
  succeeded: (amount) => `Votre remboursement de ${amount} a été effectué.`,
  failed: (amount) => `Votre remboursement de ${amount} n’a pas abouti. Nous vérifions et revenons vers vous.`,
  rejected: (amount) => `Votre remboursement de ${amount} n’a pas été accepté.`,
  expired: (amount) => `L’offre de rembourser ${amount} a expiré.`,
  not_approved_in_time: (amount) =>
    `Votre remboursement de ${amount} n’a pas été accepté à temps. Redemandez-le si vous le souhaitez toujours.`,
  cancelled_after_confirmation: (amount) =>
    `Votre remboursement de ${amount} a été annulé avant d’être effectué. Redemandez-le si vous le souhaitez toujours.`,
  outcome_unknown: (amount) =>
    `Nous ne savons pas si votre remboursement de ${amount} a été effectué. Nous vérifions et revenons vers vous.`,
  trial: () => 'C’était un essai : rien n’a été remboursé.',
}

const es: Sentences = {
  pending: (amount) => `Su reembolso de ${amount} está aceptado. Le avisaremos aquí cuando se haya realizado.`,
  succeeded: (amount) => `Su reembolso de ${amount} se ha realizado.`,
  failed: (amount) => `Su reembolso de ${amount} no se ha podido realizar. Lo revisaremos y le diremos algo.`,
  rejected: (amount) => `Su reembolso de ${amount} no se ha aprobado.`,
  expired: (amount) => `La oferta de reembolsar ${amount} ha caducado.`,
  not_approved_in_time: (amount) =>
    `Su reembolso de ${amount} no se ha aprobado a tiempo. Pídalo de nuevo si aún lo quiere.`,
  cancelled_after_confirmation: (amount) =>
    `Su reembolso de ${amount} se ha cancelado antes de realizarse. Pídalo de nuevo si aún lo quiere.`,
  outcome_unknown: (amount) =>
    `No hemos podido saber si su reembolso de ${amount} se ha realizado. Lo revisaremos y le diremos algo.`,
  trial: () => 'Era una prueba: no se ha reembolsado nada.',
}

const byLanguage: Record<string, Sentences> = { en, de, fr, es }

/** The sentence of a notice; in English, if its language has none. */
export function noticeText({ code, language, amount, currency }: Notice): string {
  const sentences = byLanguage[language] ?? en
  return sentences[code](localAmount(amount, currency, language))
}
