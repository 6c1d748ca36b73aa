import type { CommandName } from '../commands/command.ts'
import { forPeople } from '../commands/list.ts'
import { classOf, isAboutOrders, isAboutProducts, isAboutRefunds, isSmall, kinOf, OTHER, TALK } from './classes.ts'
import type { Vote } from './vote.ts'

/** What the rules made of a message. */
export interface RuleReading {
  /** Commands; `unclear` alone if no rule matches. */
  names: CommandName[]
  /** Whether the rule of the only command looks at one idea in a message of many words. */
  isThin: boolean
  /** Whether the message names a product of the shop, or one by a usual word: `lamp`. */
  namesProduct: boolean
  /** Whether it is so short that an unknown word in it can be the name of a product: `do you have gizmos`. */
  isShort: boolean
}

/** What both together make of it. */
export type VoteDecision =
  /** The rules stand; `agreed` if the vote says the same. */
  | { kind: 'rules'; agreed: boolean }
  /** The rules stand without these commands. */
  | { kind: 'without'; names: CommandName[] }
  /** The message is about something else. */
  | { kind: 'other' }
  /** The vote alone. */
  | { kind: 'vote'; name: CommandName }
  /** Both are possible: the customer is asked. */
  | { kind: 'ask'; names: CommandName[] }

/**
 * From which share on the vote counts for what, in all languages: shares of each language, tried on the phrases that are not held out, did
 * worse on those that they were not chosen by. `docs/assistant.md` has the figures.
 */
export interface Shares {
  /** It has the same in mind, though something else is likelier. */
  same: number
  /** It answers where no rule matches. */
  alone: number
  /** The same, for where an order is: that is asked most, and what sounds like it is said most. */
  aloneOrders: number
  /** It has an order in mind, too. */
  sameOrders: number
  /** It is right and the rules are wrong. */
  sure: number
  /** It is worth a question where no rule matches. */
  asked: number
  /** It is worth a question where the rules say something else. */
  doubted: number
  /** The message is about something else. */
  other: number
  /** The same, for other answers. */
  otherElse: number
  /** The same, for answers that one idea in many words led to. */
  otherThin: number
  /** The same, where people or money are asked for. */
  otherThanPeople: number
  /** It may be about something else, so that it is asked whether it is about an order. */
  otherThanOrders: number
}

export const SHARES: Shares = {
  same: 0.35,
  alone: 0.4,
  aloneOrders: 0.75,
  sameOrders: 0.5,
  sure: 0.35,
  asked: 0.45,
  doubted: 0.5,
  other: 0.65,
  otherElse: 0.75,
  otherThin: 0.6,
  otherThanPeople: 0.85,
  otherThanOrders: 0.5,
}

/** The vote answers nothing alone that money hangs on. */
const MONEY: ReadonlySet<CommandName> = new Set(['refund_request', 'not_received'])

/** Weighs the rules' reading of a message against the vote. Pure. */
export function decide(reading: RuleReading, votes: Vote[], shares = SHARES): VoteDecision {
  const { names } = reading
  const [first] = withOrdersAsOne(votes)
  const [only] = names
  const shareOf = (name: CommandName) =>
    isAboutOrders(name) ? aboutOrders(votes) : votes.find((vote) => vote.name === classOf(name))?.share
  if (!first || only === undefined) return { kind: 'rules', agreed: false }
  if (names.length > 1) return severalOf(names, shareOf(OTHER) ?? 0, shares)
  const share = shareOf(only)
  // What it never learned it cannot judge.
  if (share === undefined || isSmall(only)) return { kind: 'rules', agreed: true }
  const isSame = classOf(only) === first.name || (isAboutOrders(only) && isAboutOrders(first.name))
  if (isSame || share >= (isAboutOrders(only) ? shares.sameOrders : shares.same)) return { kind: 'rules', agreed: true }
  const isOther = first.name === OTHER || first.name === TALK
  if (classOf(only) === OTHER) return isOther ? { kind: 'rules', agreed: true } : alone(first, reading, shares)
  return isOther ? elsewhere(only, first.share, reading, shares) : between(only, first, reading, shares)
}

const aboutOrders = (votes: Vote[]) =>
  votes.reduce((sum, { name, share }) => (isAboutOrders(name) ? sum + share : sum), 0)

/**
 * The votes, with all about the state of an order as one: these are answered alike. Alone, the vote only asks for the status: a missing
 * parcel is near money.
 */
function withOrdersAsOne(votes: Vote[]): Vote[] {
  const likeliest = votes.find(({ name }) => isAboutOrders(name))
  if (!likeliest) return votes
  const name = MONEY.has(likeliest.name) ? 'order_status' : likeliest.name
  const others = votes.filter((vote) => !isAboutOrders(vote.name))
  return [...others, { name, share: aboutOrders(votes) }].sort((one, other) => other.share - one.share)
}

function severalOf(names: CommandName[], other: number, shares: Shares): VoteDecision {
  const kept = names.filter((name) => !isAboutOrders(name) || other < shares.other)
  return kept.length === names.length ? { kind: 'rules', agreed: true } : { kind: 'without', names: kept }
}

/** No rule matches. */
function alone({ name, share }: Vote, { namesProduct }: RuleReading, shares: Shares): VoteDecision {
  // Without a product there is nothing to say about one.
  if (isAboutProducts(name) && !namesProduct) return { kind: 'rules', agreed: false }
  const least = isAboutOrders(name) ? shares.aloneOrders : shares.alone
  if (share >= least && !MONEY.has(name)) return { kind: 'vote', name }
  return share >= shares.asked ? { kind: 'ask', names: [name] } : { kind: 'rules', agreed: false }
}

/** The vote finds nothing for the shop in it. */
function elsewhere(only: CommandName, share: number, reading: RuleReading, shares: Shares): VoteDecision {
  const isAsked = reading.isShort && isAboutProducts(only)
  if (share >= leastElsewhere(only, reading, shares) && !reading.namesProduct && !isAsked) return { kind: 'other' }
  if (isAboutOrders(only) && share >= shares.otherThanOrders) return { kind: 'ask', names: [only] }
  return { kind: 'rules', agreed: false }
}

function leastElsewhere(only: CommandName, { isThin }: RuleReading, shares: Shares): number {
  if (MONEY.has(only) || forPeople.has(only)) return isAboutOrders(only) ? shares.otherElse : shares.otherThanPeople
  if (isThin) return shares.otherThin
  return isAboutOrders(only) ? shares.other : shares.otherElse
}

/** Each finds another request. */
function between(only: CommandName, first: Vote, { namesProduct }: RuleReading, shares: Shares): VoteDecision {
  const isSure = first.share >= shares.sure && !MONEY.has(first.name)
  if (kinOf(only) === kinOf(first.name))
    return isSure && !MONEY.has(only) ? { kind: 'vote', name: first.name } : { kind: 'rules', agreed: true }
  // Who asks for money, for people or for a product by its name is not asked about something else.
  const isFirm = MONEY.has(only) || isAboutRefunds(only) || forPeople.has(only)
  if (isFirm || (namesProduct && isAboutProducts(only))) return { kind: 'rules', agreed: false }
  if (isSure) return { kind: 'vote', name: first.name }
  return first.share >= shares.doubted ? { kind: 'ask', names: [only, first.name] } : { kind: 'rules', agreed: false }
}
