import { fold } from '../understand/words.ts'

/** What carriers write, in whatever language, when it says no more than the status of the parcel: folded. */
const PLAIN: Record<string, string> = {
  label_created:
    'shipping label printed|shipping label created|label printed|label created|shipment information received|versandetikett gedruckt|versandetikett erstellt|paketschein erstellt|etiquette imprimee|etiquette creee|etiquette d expedition imprimee|etiqueta impresa|etiqueta creada|etiqueta de envio impresa',
  in_transit:
    'on its way|in transit|shipped|dispatched|unterwegs|verschickt|versendet|sendung unterwegs|en route|en transit|expedie|colis en route|en camino|en transito|enviado',
  out_for_delivery: 'out for delivery|in zustellung|in der zustellung|en cours de livraison|en livraison|en reparto',
}

const plainNews = new Map(Object.entries(PLAIN).map(([status, texts]) => [status, new Set(texts.split('|'))]))

/** Whether news of a parcel says no more than its status. */
export function isPlainNews(description: string, status: string): boolean {
  const words = fold(description).match(/\p{L}+/gu) ?? []
  return plainNews.get(status)?.has(words.join(' ')) ?? false
}
