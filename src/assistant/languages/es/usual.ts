/** Usual words of Spanish that look like words of the lexicon: they are never taken for typing mistakes. */
export const usual = `
  perdón hará habré llevo llevar cancelaron croquetas precioso preciosa pidió premio premios cuentas cuento vamos baño
  nace estados vuelta devuelves intercambio plana materia primer primero modelo modelos quieres marido caldera
  conecta póker muere tejado playa obras ignora mando comprador olvidó ponen llama llamas correr chicle vaquero
  punto puntos tejer pared hablo habla pagan findes olvida bodas filete anillos cadena bloqueada clase clases
  contestar extranjería medio medios muestras fábrica fabricamos embalajes vacantes facturáis comercio trabaja
  trabajo seguid abrid foto fotos compro gordo pedido pedidos perdido perdidos medido vestido sentido partido
  pedir medir decir pedal pedazo pedazos paquete parque parquet bosque entrega entregas integra llegar llenar
  llorar lugar jugar envío envidia vino vivo enviado estado estadio estudio estilo dinero diners enero minero
  precio aprecio talla toalla valla batalla pantalla muralla color calor valor dolor olor flor roto rato voto moto
  loco falta faltan salta alta factura fractura lectura cultura cuenta cuesta puesta dirección elección lección
  sección acción cambio camino cambios campo camisa cansa caricia código códigos cocido cupón jabón jamón limón
  tarjeta carpeta maleta pago pagos lago vago reembolso bolso bolsillo devolver resolver envolver volver tienda
  tiendas tienes siento viento correo correos corredor ayuda ayer viuda duda persona personas perdona humano
  hermano verano mano tarde tardes tarda arde esperar esperanza espejo donde dónde conde onde cuando cuánto cuanto
  cuándo canto gracias gracia gracioso grasas problema poema sistema tema zapato zapatos pato plato gato gatos
  dato tren tres trece mañana montaña campaña noche coche leche mesa mesas misa libro libre queso beso peso carta
  cartas harta rojo flojo verde verdad nada nadie nadar grande grandes granada
`
