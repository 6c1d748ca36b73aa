import type { WordsByLanguage } from '../kind.ts'

export const words: WordsByLanguage = {
  en: {
    service: 'customer_service support customer_support customer_care helpdesk service_team support_team',
    manager: 'manager supervisor your_boss person_in_charge',
    not_bot: `stop_with_the_bot not_a_bot not_a_robot talk_to_a_robot talk_to_a_bot no_bot no_bots talking_to_a_bot useless_bot stupid_bot
      talking_to_a_machine not_a_machine hate_bots talk_to_a_machine stop_the_bot dumb_bot`,
  },
  de: {
    service: 'kundenservice kundendienst support hotline kundenbetreuung service_team',
    manager: 'chef vorgesetzten geschäftsführer leiter vorgesetzter chefin',
    not_bot:
      'nicht_mit_einem_bot mit_einem_bot_reden keinen_bot kein_bot mit_einer_maschine keine_maschine mit_einem_roboter blöder_bot scheiss_bot kein_roboter dummer_bot',
  },
  fr: {
    service: 'service_client sav support service_clients service_après_vente',
    manager: 'responsable patron directeur supérieur gérant chef manager',
    not_bot:
      'parler_à_un_robot à_un_robot à_une_machine pas_de_robot pas_un_robot bot_nul à_un_bot marre_du_robot ce_robot',
  },
  es: {
    service: 'atención_al_cliente servicio_al_cliente soporte atención_al_clientes servicio_técnico',
    manager: 'encargado gerente jefe supervisor responsable encargada dueño',
    not_bot:
      'hablar_con_un_robot con_un_robot con_una_máquina con_un_bot no_un_robot no_quiero_un_bot este_robot bot_inútil con_máquinas',
  },
}
