import { DAY_MS } from '../lib/time.ts'
import { iso, OPENING, type Random } from './repeatable.ts'

export interface SampleAddress {
  name: string
  line1: string
  city: string
  postalCode: string
  country: string
}

export interface SampleCustomer {
  id: string
  updatedAt: string
  email: string
  name: string
  firstName: string
  lastName: string
  phone?: string
  locale: string
  timezone: string
  createdAt: string
  tags: string[]
  totalSpent: number
  totalSpentCurrency: 'EUR'
  ordersCount: number
  marketingConsent: boolean
  addresses: SampleAddress[]
  custom: { loyaltyPoints: number; source: string }
}

/** Random combinations, not real people. */
const FIRST = [
  'Ada',
  'Bruno',
  'Chiara',
  'David',
  'Elif',
  'Finn',
  'Greta',
  'Hugo',
  'Ines',
  'Jakob',
  'Kaya',
  'Léa',
  'Milan',
  'Nora',
  'Oskar',
  'Paula',
  'Quirin',
  'Rosa',
  'Samir',
  'Tilda',
] as const
const LAST = ['Berger', 'Costa', 'Dubois', 'Eder', 'Fischer', 'Gruber', 'Horvat', 'Ivanov', 'Jansen', 'Köhler'] as const
const TOWNS = [
  { city: 'Graz', postalCode: '8010', country: 'AT', locale: 'de-AT', timezone: 'Europe/Vienna' },
  { city: 'Linz', postalCode: '4020', country: 'AT', locale: 'de-AT', timezone: 'Europe/Vienna' },
  { city: 'Köln', postalCode: '50667', country: 'DE', locale: 'de-DE', timezone: 'Europe/Berlin' },
  { city: 'Leipzig', postalCode: '04109', country: 'DE', locale: 'de-DE', timezone: 'Europe/Berlin' },
  { city: 'Lyon', postalCode: '69002', country: 'FR', locale: 'fr-FR', timezone: 'Europe/Paris' },
  { city: 'Utrecht', postalCode: '3511', country: 'NL', locale: 'nl-NL', timezone: 'Europe/Amsterdam' },
  { city: 'Porto', postalCode: '4000-322', country: 'PT', locale: 'pt-PT', timezone: 'Europe/Lisbon' },
] as const
const STREETS = ['Hauptstraße', 'Mill Lane', 'Rue des Lilas', 'Parkweg', 'Rua Nova', 'Gartengasse'] as const

/** 200 customers, each name once. What they spent is added up when the orders are known. */
export function sampleCustomers(random: Random): SampleCustomer[] {
  return LAST.flatMap((lastName, row) =>
    FIRST.map((firstName, column) => sampleCustomer(random, row * FIRST.length + column + 1, firstName, lastName)),
  )
}

function sampleCustomer(random: Random, number: number, firstName: string, lastName: string): SampleCustomer {
  const { city, postalCode, country, locale, timezone } = random.pick(TOWNS)
  const name = `${firstName} ${lastName}`
  const createdAt = iso(OPENING - random.int(1, 400) * DAY_MS)
  return {
    id: `cust-${number}`,
    updatedAt: createdAt,
    email: `${ascii(firstName)}.${ascii(lastName)}@example.com`,
    name,
    firstName,
    lastName,
    // A number range reserved for fiction.
    ...(random.chance(0.6) ? { phone: `+1 202 555 ${String(100 + (number % 100)).padStart(4, '0')}` } : {}),
    locale,
    timezone,
    createdAt,
    tags: random.chance(0.1) ? ['wholesale'] : [],
    totalSpent: 0,
    totalSpentCurrency: 'EUR',
    ordersCount: 0,
    marketingConsent: random.chance(0.4),
    addresses: [{ name, line1: `${random.pick(STREETS)} ${random.int(1, 120)}`, city, postalCode, country }],
    custom: { loyaltyPoints: random.int(0, 900), source: random.pick(['shop', 'market', 'friend']) },
  }
}

function ascii(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
}
