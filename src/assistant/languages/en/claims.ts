import type { ClaimWords } from '../../model/verify/claim-words.ts'

/** What sentences may claim in English. */
export const claims: ClaimWords = {
  negation: "\\b(?:not|no|never|none|nothing|nobody|cannot|without|neither|nor)\\b|n[‘’']t\\b|\\bunable\\b",
  joints: 'and|but|so|because|while|although|however',
  numbers: 'two three four five six seven eight nine ten eleven twelve',
  concepts: {
    delivered:
      'deliver(?:ed|y was)|\\barrived\\b|has been handed over to you|\\breceived\\b|\\bgot (?:it|your|the)\\b|signed for|dropped off|left (?:with|at your|by your)|reached you|in your (?:mail|letter)',
    shipped:
      '\\bshipped\\b|\\bsent\\b|dispatched|\\bposted\\b|left (?:our|the) warehouse|handed (?:over )?to the carrier',
    on_its_way: '(?:on (?:its|the|their) way|in transit|en route|travel)',
    preparing: 'prepar|process(?:ed|ing)|\\bpacked\\b|being packed|\\bpicked\\b',
    cancelled: 'cancel',
    refunded: 'refund|money back|credited|reimburs|paid back|repaid',
    returned: '\\breturn|sen[dt] (?:it|them) back|way back',
    lost: '\\blost\\b|missing|disappear|gone',
    late: 'delay|\\blate\\b|overdue|longer than',
    problem: 'problem|exception|damaged|\\bissue\\b|went wrong|stuck',
    available: '\\bavailable\\b|in stock|have (?:it|them)\\b|can (?:be )?order',
    sold_out: 'unavailable|sold out|out of stock',
    few: 'only (?:a )?few|almost sold|low (?:in|on) stock|running (?:low|out)|last (?:one|piece)s?\\b',
    approved: 'approv|accepted|confirm(?:ed|ation)|authori[sz]ed',
    rejected: 'reject|refus|denied|declin',
    over: 'expired|is over|too late|has ended|passed',
    paid: '\\bpaid\\b|\\bcharged?\\b|payment (?:was|is|has)|invoice',
    promise: 'guarantee|promise|definitely|certainly|for sure|assure|\\bwarrant',
    gift: 'discount|voucher|coupon|compensat|\\bfree\\b|gift|bonus|% off|credit note|store credit|goodwill',
    replaced: 'replac|resen[dt]|new (?:one|parcel|item)|reorder|reserv|upgrad|swap|exchang',
    changed: 'chang|updat|modif|correct(?:ed|ing)|adjust|amend|redirect',
    handed_over:
      'hand(?:ed|ing)? (?:you |this |it )?(?:over|on)|\\bteam\\b|colleague|agent|forward|escalat|someone|specialist|manager|representative|human|\\bperson\\b',
    contact:
      "(?:will|[‘’']ll|going to) (?:call|phone|contact|email|write|message|get back|reach|notify|inform|let you know|keep you|send|check|look|do|make|take|try|fix|investigate)|get back to you|keep you (?:posted|informed|updated)|within (?:the|a|an|\\w+) (?:hour|day|week)",
    deed: "\\b(?:i|we)(?:[‘’']ve| have| had| just|[‘’']ve just| have just| already| have already)? (?:\\w+ed|sent|made|done|put|found out|took|taken|given|gave|set|spoken|spoke|paid|bought|got)\\b",
  },
}
