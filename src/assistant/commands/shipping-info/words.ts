import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    shipping_cost:
      'shipping_cost shipping_costs delivery_cost delivery_costs shipping_fee shipping_fees delivery_fee postage_cost cost_of_shipping delivery_charge shipping_charges shipping_rates delivery_charges',
    usually: 'usually normally typically generally usual average',
    pickup: 'packstation locker pick_up pickup collect po_box collection parcel_shop',
    shipping_word: 'shipping delivery_options delivery_costs postage',
  },
  de: {
    shipping_cost: 'versandkosten lieferkosten portokosten versandgebühren versandpauschale versandgebühr porto',
    usually: 'normalerweise üblicherweise gewöhnlich durchschnittlich lieferzeit in_der_regel generell',
    pickup: 'packstation abholen abholung paketshop postfiliale filiale selbstabholung',
    shipping_word: 'versand versandkosten versandinfos',
  },
  fr: {
    shipping_cost:
      'frais_de_port frais_de_livraison frais_d_envoi frais_d_expédition coût_de_livraison prix_de_la_livraison',
    usually: 'habituellement normalement délais en_général délai_moyen généralement',
    pickup: 'point_relais relais retrait consigne chercher retirer locker',
    shipping_word: 'frais_de_port livraison',
  },
  es: {
    shipping_cost: 'gastos_de_envío coste_de_envío costo_de_envío precio_del_envío costes_de_envío costos_de_envío',
    usually: 'normalmente suele habitualmente generalmente suelen',
    pickup: 'punto_de_entrega recoger recogida tienda_física punto_de_recogida locker retirar',
    shipping_word: 'gastos_de_envío envíos',
  },
}
