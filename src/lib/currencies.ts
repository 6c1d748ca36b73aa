/*
 * ISO 4217: the codes of list one (currencies and funds in use, metals, testing) and of list three (historic ones).
 *
 * The list is here, since Intl.supportedValuesOf('currency') contains neither funds and metals nor, since ICU 78, historic currencies.
 * It also changes with Node.js, and a newer server must not reject codes that an older one accepted. A test compares both lists.
 */

/** The most used codes come first: if several codes are equally near to an unknown one, the first is suggested. */
const IN_USE = `
  EUR USD GBP JPY CNY CHF AUD CAD SEK NOK DKK PLN CZK HUF RON BRL INR MXN KRW TRY ZAR NZD SGD HKD
  AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BSD BTN BWP BYN BZD
  CDF CHE CHW CLF CLP COP COU CRC CUP CVE DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD
  HNL HTG IDR ILS IQD IRR ISK JMD JOD KES KGS KHR KMF KPW KWD KYD KZT LAK LBP LKR LRD LSL LYD
  MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXV MYR MZN NAD NGN NIO NPR OMR PAB PEN PGK PHP PKR PYG QAR
  RSD RUB RWF SAR SBD SCR SDG SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TTD TWD TZS
  UAH UGX USN UYI UYU UYW UZS VED VES VND VUV WST
  XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZMW ZWG`

const HISTORIC = `
  ADP AFA ALK ANG AOK AON AOR ARA ARP ARY ATS AYM AZM BAD BEC BEF BEL BGJ BGK BGL BOP BRB BRC BRE BRN BRR BUK BYB BYR
  CHC CLE CSD CSJ CSK CUC CYP DDM DEM ECS ECV EEK ESA ESB ESP FIM FRF GEK GHC GHP GNE GNS GQE GRD GWE GWP
  HRD HRK IEP ILP ILR ISJ ITL LAJ LSM LTL LTT LUC LUF LUL LVL LVR MGF MLF MRO MTL MTP MVQ MXP MZE MZM
  NIC NLG PEH PEI PES PLZ PTE RHD ROK ROL RUR SDD SDP SIT SKK SLL SRG STD SUR TJR TMM TPE TRL
  UAK UGS UGW USS UYN UYP VEB VEF VNC XEU XFO XFU XRE YDD YUD YUM YUN ZAL ZMK ZRN ZRZ ZWC ZWD ZWL ZWN ZWR`

const codes = `${IN_USE}${HISTORIC}`.trim().split(/\s+/)

/** Every currency code of ISO 4217, in use and historic. */
export const currencies: ReadonlySet<string> = new Set(codes)

/** The currency code most similar to `text`, ignoring case; undefined if no code has a letter in common with it. */
export function nearestCurrency(text: string): string | undefined {
  // The name of a currency more often begins than ends with the letters of its code.
  const letters = text.slice(0, 3).toUpperCase()
  let nearest: string | undefined
  let most = 0
  for (const code of codes) {
    const likeness = likenessOf(code, letters)
    if (likeness > most) {
      nearest = code
      most = likeness
    }
  }
  return nearest
}

/** One point for each common letter, and another one if it is in the same place. */
function likenessOf(code: string, letters: string): number {
  let points = 0
  for (let place = 0; place < letters.length; place++) {
    const letter = letters.charAt(place)
    if (code.charAt(place) === letter) points += 2
    else if (code.includes(letter)) points += 1
  }
  return points
}
