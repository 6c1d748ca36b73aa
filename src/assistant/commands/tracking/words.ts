import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    bring: 'bring brings bringing delivering delivers deliver',
    carrier_word: 'carrier courier shipping_company delivery_company delivery_service',
  },
  de: {
    bring: 'liefert bringt kommt liefern',
    carrier_word:
      'paketdienst versanddienst versanddienstleister lieferdienst spedition versandunternehmen zustelldienst',
  },
  fr: {
    bring: 'livre apporte livrer livrent achemine',
    carrier_word: 'transporteur société_de_livraison',
  },
  es: {
    bring: 'trae entrega lleva reparte traen entregan',
    carrier_word: 'transportista empresa_de_transporte mensajería agencia_de_transporte paquetería compañía_de_envío',
  },
}
