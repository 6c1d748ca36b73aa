import type { ClaimWords } from '../../model/verify/claim-words.ts'

/** What sentences may claim in Spanish. */
export const claims: ClaimWords = {
  negation: '\\b(?:no|nunca|ningun\\w*|nada|sin|ni|tampoco)\\b',
  joints: 'y|pero|sino|porque|aunque|así que',
  numbers: 'dos tres cuatro cinco seis siete ocho nueve diez once doce',
  concepts: {
    delivered: 'entregad|llegado|llego\\b|recibid|recibio\\b|recibiste|depositad',
    shipped: 'enviad|despachad|\\bsalio\\b',
    on_its_way: 'en camino|de camino|en transito|en reparto',
    preparing: 'prepar|proces|empaquetad|tramit',
    cancelled: 'cancel|anul',
    refunded: 'reembols|devuelto el dinero|devolucion del (?:dinero|importe)|abonad',
    returned: 'devol|devuel',
    lost: 'perdid|extravi|desaparec',
    late: 'retras|demor|tarde\\b',
    problem: 'problema|incidencia|danad|bloquead',
    available: 'disponible|en stock|existencias|\\bpedirl|encargar',
    sold_out: 'agotad',
    few: 'pocas? unidades|pocos|casi agotad|ultim[ao]s unidades',
    approved: 'aprob|aprueb|aceptad|confirmad|autorizad',
    rejected: 'rechaz|denegad',
    over: 'caduc|expir|vencid|terminad|demasiado tarde|ha pasado',
    paid: 'pagad|cobrad|cargad|factura',
    promise: 'garanti|promet|seguro que|sin falta|asegur',
    gift: 'descuento|vale\\b|cupon|compens|gratis|gratuit|regal',
    replaced: 'reemplaz|sustitu|reenvi|nuevo envio|reserv|cambi(?:ar|o|amos|ado)',
    changed: 'modific|cambiad|corregid|actualizad|redirig',
    handed_over: 'equipo|companer|agente|derivad|transfer|paso a|alguien|responsable|persona\\b',
    contact:
      '(?:voy|vamos|va) a .{0,30}(?:llam|contact|escrib|inform|verific|envi|hacer|revis)|(?:llamar|contactar|escribir|informar|avisar|revisar|enviar)(?:e|emos|an)\\b|me encargo|mantend|dentro de',
    deed: '\\b(?:he|hemos)\\b .{0,30}\\w+(?:ado|ido|cho|sto)\\b',
  },
}
