import { minorDigits } from '../lib/amounts.ts'
import { BadCell } from './problem.ts'

/** The sign between units and their fractions. */
export type Decimals = 'point' | 'comma'

/** Blanks and apostrophes between thousands. */
const SPACING = /[\s\u00a0\u202f'’]/g
const UNIT = String.raw`(?:\p{Sc}|[A-Z]{2,3}\$?|kr\.?|zł|Fr\.)?`
const AMOUNT = new RegExp(
  `^(?<before>${UNIT})(?<sign>[-−]?)(?<after>${UNIT})(?<number>[\\d.,]*\\d[\\d.,]*)(?<end>${UNIT})$`,
  'u',
)

/** What most amounts look like. */
const PLAIN = /^\d{1,9}\.\d\d$/

interface Amount {
  number: string
  isNegative: boolean
  /** A code such as `EUR`, if the amount has one. */
  code: string | undefined
}

function amountIn(cell: string): Amount | undefined {
  const bare = cell.replace(SPACING, '')
  const { before = '', sign = '', after = '', number, end = '' } = AMOUNT.exec(bare)?.groups ?? {}
  if (number === undefined) return undefined
  const code = [before, after, end].find((unit) => /^[A-Z]{3}$/.test(unit))
  return { number, isNegative: sign !== '', code }
}

/** What an amount shows about the decimal sign of its file; `unclear` if it could be either, such as `1.234`. */
export function decimalsShown(cell: string): Decimals | 'unclear' | undefined {
  if (PLAIN.test(cell)) return 'point'
  const number = amountIn(cell)?.number
  const signs = number?.match(/[.,]/g)
  if (number === undefined || !signs) return undefined
  const [last] = signs.slice(-1)
  const nameOf = (sign: string | undefined): Decimals => (sign === '.' ? 'point' : 'comma')
  if (new Set(signs).size === 2) return nameOf(last)
  if (signs.length > 1) return nameOf(last === '.' ? ',' : '.')
  const [before = '', behind = ''] = number.split(/[.,]/)
  const mayBeThousands = behind.length === 3 && before.length > 0 && before.length <= 3 && before !== '0'
  return mayBeThousands ? 'unclear' : nameOf(last)
}

interface MoneyReading {
  currency: string
  decimals: Decimals
  /** Whether digits beyond the minor units are rounded; else they must be zeros. */
  isRounded?: boolean
}

/** An amount in minor units, by its digits alone: numbers with a fraction would be inexact. */
export function minorUnits(cell: string, { currency, decimals, isRounded = false }: MoneyReading): number | BadCell {
  const digits = minorDigits(currency)
  if (digits === 2 && decimals === 'point' && PLAIN.test(cell)) return Number(cell.replace('.', ''))
  const amount = amountIn(cell)
  const grouped =
    decimals === 'point' ? /^(\d{1,3}(?:,\d{2,3})*,\d{3}|\d*)(?:\.(\d*))?$/ : /^(\d{1,3}(?:\.\d{3})+|\d*)(?:,(\d*))?$/
  const parts = amount && grouped.exec(amount.number)
  if (!amount || !parts) return new BadCell(`must be an amount such as ${decimals === 'point' ? '82.90' : '82,90'}`)
  if (amount.code !== undefined && amount.code !== currency)
    return new BadCell(`is in ${amount.code}, and the other amounts are in ${currency}`)
  const [, units = '', fraction = ''] = parts
  const minor = BigInt(units.replace(/\D/g, '') + fraction.padEnd(digits, '0').slice(0, digits))
  const beyond = fraction.slice(digits)
  if (/[1-9]/.test(beyond) && !isRounded) return new BadCell(`has more than the ${digits} decimals of ${currency}`)
  const rounded = minor + (isRounded && beyond >= '5' ? 1n : 0n)
  if (rounded > BigInt(Number.MAX_SAFE_INTEGER)) return new BadCell('is too large')
  return amount.isNegative && rounded > 0n ? -Number(rounded) : Number(rounded)
}
