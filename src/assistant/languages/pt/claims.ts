import type { ClaimWords } from '../../model/verify/claim-words.ts'

/** What sentences may claim in Portuguese. */
export const claims: ClaimWords = {
  negation: '\\b(?:nao|nunca|nenhum\\w*|nada|sem|nem)\\b',
  joints: 'e|mas|porque|embora|pois|então',
  numbers: 'dois|duas tres quatro cinco seis sete oito nove dez onze doze',
  concepts: {
    delivered: 'entregue|chegou|chegad|recebid|recebeu|deixad',
    shipped: 'enviad|expedid|despachad',
    on_its_way: 'a caminho|em transito',
    preparing: 'prepara|processad|embalad',
    cancelled: 'cancel|anul',
    refunded: 'reembols|estorn|creditad',
    returned: 'devol',
    lost: 'perdid|extravi|desaparec',
    late: 'atras|demor',
    problem: 'problema|danificad|retid',
    available: 'disponive|em estoque|em stock|encomendar',
    sold_out: 'esgotad|indisponive',
    few: 'poucas|quase esgotad|ultimas unidades',
    approved: 'aprov|aceit[oe]|confirmad|autorizad',
    rejected: 'recus|rejeit|negad',
    over: 'expir|terminou|vencid|tarde demais|passou',
    paid: 'pag[oa]s?\\b|cobrad|debitad|fatura',
    promise: 'garant|promet|com certeza|asseguro|certeza',
    gift: 'desconto|vale\\b|cupom|cupao|compens|gratis|gratuit|brinde|presente',
    replaced: 'substitu|reenvi|novo envio|reserv|troc(?:ar|a|ado|amos)',
    changed: 'alter|modific|corrigid|atualizad|redirec',
    handed_over: 'equipa|equipe|colega|atendente|encaminh|transfer|alguem|responsavel',
    contact:
      '(?:vou|vamos|vai) .{0,30}(?:ligar|contact|contat|escrev|inform|verific|enviar|fazer|avisar)|(?:ligar|contatar|contactar|escrever|informar|avisar)(?:ei|emos|ao)\\b|mante?rei|dentro de',
    deed: '\\b(?:ja )?(?:enviei|fiz|fizemos|cancelei|alterei|reembolsei|pedi|tenho|temos)\\b',
  },
}
