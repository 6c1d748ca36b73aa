/** Names of other shops and services, as customers write them in any language: a message with one is mostly not about an order here. */
export const OTHER_SHOPS = `amazon ebay zalando shein temu aliexpress alibaba etsy vinted wallapop ikea otto asos kleinanzeigen lieferando
  wish_app uber_eats ubereats deliveroo doordash just_eat glovo vestiaire leboncoin cdiscount fnac darty el_corte_inglés media_markt
  mediamarkt saturn_markt mercadona wayfair walmart costco argos tesco aldi lidl primark airbnb booking_com ryanair easyjet lufthansa
  netflix spotify uber blablacar milanuncios decathlon leroy_merlin carrefour`
