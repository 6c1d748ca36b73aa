import type { Lexicon } from '../../understand/lexicon.ts'

/** Spanish. */
export const lexicon: Lexicon = {
  spelling: { apostropheSplits: true, same: [] },
  joints: ['y', 'e', 'pero', 'además', 'también', 'luego'],
  concepts: {
    filler: `estaba estaban el la los las un una unos unas de del al a en con por para sin sobre es son era está están esta este estos estas ser estar soy
      he ha han hemos había haber hay yo tú tu él ella nosotros ustedes ellos me te se le les lo nos os que qué quien cual cuál como cómo
      no si sí y o pero más mas muy ya aún aun todavía todo toda todos nada algo alguien mi mis su sus tus nuestro ese esa eso esto
      aquí ahí porque cuando cuándo donde dónde cuanto cuánto porfa por_favor favor gracias hola puedo puede pueden podría podrían quiero
      quisiera necesito quería gustaría tengo tiene tienen tenéis tienes hacer hace hago día días semana semanas mes meses hoy ayer mañana
      lunes martes miércoles jueves viernes sábado domingo último última pasado pasada próxima dos tres fue sido va van voy vez solo
      enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
      señor señora señores saber decir dice oye buenos buenas muchas estimados bien así también desde hasta entre otra otro tan tanto
      ruego informen tienda web cosa les_ruego sigo sigue qe q xq pq vale bueno entonces quedan queda tanta da dan cuenta`,
    please: 'porfa por_favor porfavor xfa',
    i: 'yo me mi nos',
    you: 'ustedes tú vosotros os',
    my: 'mi mis nuestro nuestra mío mía',
    me: 'me nos',
    it: 'lo eso esto los las',
    where: 'dónde donde adónde dnde ande en_dónde por_dónde',
    when: 'cuándo cuando qué_día para_cuándo a_qué_hora en_qué_fecha qué_dia cuanto_falta cuánto_falta cuánto_le_falta cuando_me',
    who: 'quién quien quienes',
    what: 'qué que cuál cual cuáles',
    which: 'qué cuál cuáles que cual',
    why: 'por_qué porqué porque_no xq por_que',
    how: 'cómo como cómo_puedo cómo_hago',
    howmuch: 'cuánto cuanto a_cuánto cuánto_es qué_precio',
    howlong:
      'cuánto_tiempo cuánto_tarda cuántos_días cuánto_más cuánto_tardan cuanto_tarda cuánto_demora en_cuánto_tiempo cuánto_va_a_tardar cuantos_dias cuanto_tiempo',
    until: 'hasta para_que',
    question_did: 'ha han está están hay cuándo dónde puedo se_puede ya es tienen tenéis hacen ofrecen venden',
    whether:
      'está_mi ha_llegado_mi han_enviado_mi se_entregó comprobar_si saber_si sabe_si confirmar_que confirmar_si confirmar_si hay_algún hay_alguna hay_retraso va_con',
    or_not: 'o_no o_todavía_no o_aún_no',
    untrue: 'mentira falso no_es_verdad no_es_cierto mienten',
    already: 'ya por_fin',
    want: 'quiero quisiera deseo gustaría exijo necesito querría quería queremos',
    may: 'puedo se_puede podría es_posible podemos',
    give: 'den dame denme',
    not: 'no nunca nada jamás sin ningún ninguna tampoco ni nadie aún_no',
    never: 'nunca jamás nunca jamás',
    nothing: 'no_está_aquí no_están_aquí nada ningún_paquete',
    anything: 'algo',
    nobody: 'nadie',
    empty: 'vacío vacía',
    still: 'todavía aún sigo sigue',
    order: 'pedido pedidos compra compras orden peidido pedio órdenes encargo ordenes',
    parcel: 'paquete paquetes bulto caja paqete encomienda',
    delivery: 'entrega entregas envío envíos envio despacho',
    goods: 'cosas artículos artículo productos producto mercancía cosa articulo mercadería',
    bought:
      'pedí compré comprado encargué pedido_hace compramos ordené he_pedido pedi compre comprada hice_un_pedido pedimos',
    arrive:
      'llegado llegó llega llegan llegue llegar lleguen llego llegará llegaron llegada llegaba llegarán viene llega_hoy',
    receive: 'recibido recibí recibo recibiré recibir recibimos reciba obtuve recibi recibiendo recibió',
    got: 'recibí',
    have: 'tengo',
    delivered:
      'lo_dejaron lo_dejó lo_han_dejado entregado entregada entregados entregaron entregó entregan entregar entregada',
    deliver:
      'entregan entregar entregado entrega entregará reparten entreguen envían envíos envío enviáis hacen_envíos hacéis_envíos mandan',
    ship: `enviado enviaron enviar envían envió mandado mandar mandan despachado salido enviada sale despachar envíen manden envía expedido enviasteis
      mandaron enviaréis despacharon`,
    shipped: 'enviado enviaron salido despachado mandado enviada envió mandaron despacharon',
    sent: 'enviaron mandaron enviado',
    send: 'enviar envíen manden mandar envían mandan enviarlo',
    put: 'pongan',
    come: 'vino viene venido vienen venga',
    here: 'aquí ha_llegado',
    process: 'procesado procesando preparando preparación proceso pasa preparado tramitando procesan',
    far: 'va',
    expect: 'esperar espero',
    status:
      'cómo_va_mi cómo_va_el cómo_va_la cómo_van_mis cómo_van_los estado estatus status situación seguimiento_de_pedido seguimiento_del_pedido etapa estado_de estado_del',
    news: 'novedades novedad noticias info información noticia actualización informen',
    what_about:
      'qué_pasa_con qué_ocurre_con qué_pasa_con que_pasa_con y_mi qué_hay_de qué_pasó_con que_paso_con qué_ha_pasado_con',
    delivery_date:
      'fecha_de_entrega fecha_prevista entrega_prevista fecha_de_llegada fecha_entrega día_de_entrega fecha_estimada',
    date: 'fecha',
    passed: 'pasó pasado pasada vencida',
    track: 'rastrear rastreo seguimiento seguir tracking rastrea localizar trackear rastreando',
    tracknumber: `número_de_seguimiento enlace_de_seguimiento número_de_guía código_de_seguimiento tracking link_de_seguimiento número_de_rastreo
      num_de_seguimiento número_guía código_de_rastreo numero_de_tracking localizador nro_de_seguimiento número_de_envío`,
    number: 'número numero código enlace link nro',
    link: 'enlace link',
    follow: 'seguir',
    carrier:
      'transportista correos dhl seur mrw ups fedex mensajería mensajero transporte gls nacex correo_argentino estafeta agencia',
    lost: 'perdido perdida perdió extraviado extravió desaparecido robaron extraviada perdieron desaparecida robado',
    without: 'sin',
    late: 'retrasado retraso tarde demora demorado atrasado retrasada retrasa atraso demorada retrasos demoró',
    wait: 'esperando esperar espero espera esperado',
    duration: 'semanas días meses mucho tiempo semana mes dias',
    fed_up: 'harto harta cansado',
    long: 'tarda tardando lento mucho',
    takes: 'tarda tardan demora tardar demoran tarda_en lleva',
    supposed: 'era_para debería debía prometieron tenía_que estaba_prevista estaba_previsto deberia_haber tendría',
    stuck: 'parado aduana aduanas no_se_mueve retenido atascado detenido bloqueado estancado',
    move: 'mueve movido actualiza avanza cambia cambiado actualizado avanzado',
    says: 'dice aparece pone sale supuestamente marcado según figura indica consta dicen supuesto',
    in_it: 'en llevaba contenía contiene lleva dentro incluye incluía',
    list: 'lista listar recuérdame',
    show: 'muéstrame mostrar enséñame muestra muéstreme enseñame muestrame',
    paid: 'pagué pagado gasté pagar pague',
    charged: 'cobraron cobrado cargaron cobrar cobrasteis cargado',
    total: 'total importe suma monto',
    cost: 'cuesta cuestan costó costo vale valen saldrían costaría sale salen cuesten costaron',
    price: 'precio precios tarifa',
    sale: 'oferta rebajas rebajado descuento_en promoción rebaja rebajada ofertas',
    haveyou: `tienen tenéis tienes tiene hay les_queda les_quedan os_quedan os_queda te_queda venden vendéis las_tenéis los_tenéis los_tienen las_tienen
      quedan disponen contáis tendrán tendrían tendréis teneis tendrías tienen_todavía manejan`,
    stock: 'stock disponibilidad en_stock existencias inventario existencia en_tienda',
    available: 'disponible disponibles comprar_todavía dispon disponble',
    sold_out: 'agotado agotada agotados agotadas sin_stock',
    left: 'quedan queda',
    any: 'algún alguna',
    exists: 'hay existe viene vienen existen',
    sell: 'venden vendéis vender vendes',
    buy: 'comprar pedir conseguir',
    quantity: 'dos tres cuatro cinco seis siete ocho nueve diez par pares 2 3 4 5 6 7 8 9 10 12 20',
    quantity_word: 'cantidad',
    in_color: 'en',
    again: 'nuevo de_nuevo otra_vez vuelve volver volverá nuevamente vuelva',
    more: 'más nuevos',
    restock:
      'reponen reposición reponer repondrán restock reabastecer reabastecen reponéis vuelve_a_estar_disponible vuelva_a_haber volverá_a_haber volverá_a_estar repongan vuelven_a_tener reposicion reabastecimiento',
    get: 'tener llegan conseguir',
    info: 'información info detalles descripción',
    material:
      'material tela composición lana_auténtica cuero_real auténtica pica ecológico vegano hecho hecha tejido fabricado materiales poliéster algodón_orgánico ingredientes impermeable fabricada fabrican hechos',
    care: 'lavar máquina lavavajillas lavadora planchar secadora cuida cuidado cuidados lavado lava microondas apta_para',
    dimension: 'medidas dimensiones mide tamaño tamaños qué_largo guía_de_tallas capacidad diámetro ancho grosor',
    weight: 'pesa peso',
    color: `rojo roja rojos rojas azul azules verde verdes negro negra negros negras blanco blanca blancos blancas gris grises amarillo amarilla naranja
      morado morada rosa marrón café beige marino azul_marino turquesa plata plateado dorado crema caqui oliva burdeos granate antracita marfil arena musgo ladrillo avena grafito ciruela`,
    size: 'xs s m l xl xxl xxxl 2xl 3xl pequeño pequeña mediano mediana grande small medium large talla_s talla_m talla_l 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48',
    size_word: 'talla tallas número_de_pie',
    sizes: 'tallas talla tamaños numeración',
    colors: 'colores color tonos variantes estampados',
    options: 'opciones opción variantes modelos versiones',
    all: 'todos todas',
    other: 'otro otra otros otras diferente distinto',
    bigger:
      'más_grande más_pequeño más_pequeña talla_mayor talla_menor más_chico mas_grande mas_pequeña mas_pequeño más_chica',
    product: `camisa camisas zapato zapatos vestido vestidos chaqueta chaquetas abrigo pantalón pantalones vaqueros falda jersey suéter
      sudadera bufanda bufandas gorro gorros sombrero guantes calcetines botas zapatillas bolsa bolsas bolso mochila cinturón taza tazas vaso vasos
      plato cuenco manta mantas cojín toalla lámpara mesa silla sofá vela velas libro libros anillo collar pulsera reloj perfume jabón póster
      florero poncho mallas camiseta parrilla tostadora sartén olla cuchillo botella juguete alfombra cortina`,
    no_refund:
      'ya_no_quiero_el_reembolso ya_no_quiero_reembolso ya_no_quiero_la_devolución no_quiero_reembolso no_quiero_un_reembolso no_quiero_el_reembolso no_quiero_ningún_reembolso no_quiero_mi_dinero',
    whatif: 'qué_pasa_si y_si_el y_si_la y_si_no qué_ocurre_si qué_hago_si',
    refund: `reembolso reembolsar reembolsen reembolsado reembolsos devolución_del_dinero reembolsarme reenbolso reintegro reembolsan reembolse
      reembólsenme rembolso reembolsarán devolución_de_dinero reembolsaron`,
    refunded: 'reembolsado',
    money: 'dinero plata pasta',
    moneyback: `devolvieron_el_dinero me_devolvieron devuelvan_el_dinero mi_dinero devolver_el_dinero devuélvanme devuelven_el_dinero devuélvanme_el_dinero devolver_mi_dinero
      devuelvan_mi_dinero recuperar_mi_dinero dinero_de_vuelta devolverme_el_dinero devuélveme devuelvanme devuelveme devolvedme mi_plata devolvéis_el_dinero devuelva_el_dinero devolverán_el_dinero`,
    giveback:
      'devolver devolverlo devuelvo devolverla devolución devolví regresar retornar devuelto devolverlos devoluciones devolverlas hacer_una_devolución devuelva',
    returns:
      'devolución devoluciones política_de_devoluciones gastos_de_devolución etiqueta_de_devolución una_devolución plazo_de_devolución política_de_devolución política_de_reembolso',
    dislike: 'un_artículo algo artículos',
    question_accept: 'aceptan aceptáis',
    days: 'cuánto_tiempo cuántos_días plazo',
    period: 'plazo cuánto_tiempo',
    policy: 'política condiciones políticas normas términos politica',
    label: 'etiqueta',
    visit: `horario horarios horario_de_apertura horario_de_atención dónde_está_vuestra_tienda dónde_está_su_tienda dónde_está_la_tienda
      dónde_están_ubicados dónde_estáis cuándo_abren cuándo_abrís a_qué_hora_abren a_qué_hora_abrís datos_de_contacto`,
    warranty: 'garantía garantia garantías',
    received: 'recibido',
    broken: `hecho_pedazos pedazos roto rota rotos rotas dañado dañada dañados defectuoso defectuosa agujero rasgado manchado mancha no_funciona no_sirve descosido descosida
      defecto quebrado estropeado estropeada rajado rayado funciona_mal no_enciende dañadas defectuosos defectuosas golpeado golpeada abollado rompió mohoso
      dejó_de_funcionar no_funcionan se_rompió agujereado deshecho despegado desteñido averiado malogrado rayada manchas manchada rotura se_despegó no_prende`,
    wrong: 'equivocado equivocada incorrecto incorrecta mal erróneo errónea error equivocados distinto',
    wrong_item:
      'artículo_equivocado producto_equivocado otro_producto no_es_el_que otra_cosa pedido_equivocado artículo_incorrecto producto_incorrecto pedido_de_otra otro_artículo artículo_erróneo producto_erróneo',
    missing: 'faltan falta',
    not_what: 'no_es_lo_que no_pedí no_corresponde no_es_como no_he_pedido no_coincide',
    changed_mind:
      'cambiar_de_idea cambiar_de_opinión cambié_de_opinión cambiado_de_opinión ya_no_lo_quiero ya_no_lo_necesito no_lo_necesito arrepentí me_he_arrepentido',
    not_fit: `no_me_queda me_queda_pequeño me_queda_grande muy_pequeño muy_grande queda_pequeño queda_grande me_quedan_pequeños me_quedan_pequeñas me_quedan_grandes queda_pequeña demasiado_pequeño demasiado_pequeña demasiado_pequeños
      demasiado_pequeñas demasiado_grande demasiado_grandes muy_pequeña muy_pequeños muy_grandes no_me_quedan no_me_sirve no_me_va_bien no_me_vale me_queda_chico queda_chico muy_chico queda_mal`,
    shipping: 'envío envio envíos envios entrega gastos_de_envío flete',
    to: 'a al hasta',
    country: `noruega suecia dinamarca finlandia polonia méxico españa argentina chile colombia perú canarias baleares portugal francia suiza alemania estados_unidos usa extranjero europa italia
      ceuta melilla ecuador uruguay país países andorra costa_rica venezuela bolivia reino_unido internacional panamá guatemala`,
    abroad: 'extranjero internacional internacionalmente mundo internacionales',
    free: 'gratis gratuito gratuita sin_costo',
    express: 'exprés urgente express 24h 24_horas mismo_día',
    how_fast: 'plazo_de_entrega plazos_de_entrega rapidez',
    method: 'métodos formas opciones tipos modos medios',
    paymethod:
      'métodos_de_pago formas_de_pago medios_de_pago método_de_pago contra_reembolso modos_de_pago opciones_de_pago contrareembolso forma_de_pago',
    pay: 'pagar pago pagos pague paga',
    brand:
      'paypal visa mastercard tarjeta_de_crédito bizum klarna apple_pay google_pay transferencia efectivo tarjeta_de_débito oxxo mercado_pago tarjeta_regalo tarjetas amex débito bitcoin american_express tarjetas_de_crédito',
    take: 'toman',
    possible: 'posible',
    with: 'con por',
    safe: 'seguro',
    cancel:
      'cancelar cancelen cancélalo cancelación cancela anular anulen cancelo anulación cancelado anula cancelarlo cancele cancelad anular_el cancélenlo',
    change:
      'cambiar modificar cambio actualizar corregir editar cambien cambiad modificad modificación modifiquen cambie cambiarla',
    remove: 'quiten quitar eliminar saquen quitad',
    discount: 'código_de_descuento cupón descuento código_promocional vale_de_descuento codigo_de_descuento',
    use: 'poner aplicar usar',
    address: 'dirección direccion domicilio direcciones dirección_de_entrega dirección_de_envío',
    house: 'número_de_la_calle código_postal número_de_casa número_de_piso codigo_postal',
    street: 'calle',
    typo: 'error_en equivoqué errata falta_de',
    website:
      'web página página_web sitio app aplicación carrito este_chat el_chat su_chat vuestro_chat este_bot el_bot su_bot vuestro_bot este_asistente el_asistente su_asistente',
    office: 'oficina trabajo vecino vecina mis_padres',
    exchange:
      'cambiarlo cambiarla un_cambio por_otra por_otro intercambiar canje canjear cambiar_la cambiar_el se_puede_cambiar cambiar_por por_uno por_una reemplazo cambiar_de cambiarlos hacer_un_cambio reemplazar sustituir cambiar_mi_talla',
    instead: 'en_lugar en_vez me_dan',
    person: 'persona humano alguien agente ser_humano persona_real',
    people: 'personas gente',
    someone: 'alguien',
    agent: 'agente asesor representante operador operadora ejecutivo humano empleado asesora comercial',
    talk: 'hablar contactar páseme comunicar pásame hable comuníqueme conectar comunicarme contacto conversar atienda ponme póngame',
    real: 'real verdadera',
    phone: 'número_de_teléfono su_teléfono un_teléfono me_pueden_llamar llamarles por_teléfono llamaros llamar',
    callback: 'llamarme llámenme me_llamen me_llaman',
    complaint: `queja reclamo reclamación inaceptable pésimo pésima decepcionado decepcionada vergüenza indignante horrible malísimo tomando_el_pelo
      terrible quejarme fatal desastre lamentable ridículo mala_reseña insatisfecho pesimo pesima quejas descontento descontenta asco vergonzoso reclamar porquería una_burla`,
    insult:
      'idiotas inútiles estúpidos mierda imbéciles incompetentes ladrones carajo puta joder cabrones estafadores_de sinvergüenzas mentirosos pendejos',
    angry: 'furiosa furioso enojado enojada enfadado enfadada molesto molesta indignado indignada cabreado',
    never_again: 'nunca_más no_vuelvo_a_comprar no_compro_más jamás_volveré no_volveré',
    legal:
      'denunci* abogado demanda demandar juzgado consumo profeco acciones_legales denuncia tribunales ocu indecopi juicio legalmente hoja_de_reclamaciones',
    delete_data: 'rgpd mis_datos datos_personales protección_de_datos',
    fraud:
      'estafa fraude hackearon hackeado estafadores usó_mi_tarjeta no_hice_esta_compra suplantación usaron_mi_tarjeta estafaron cargo_no_reconocido no_reconozco robaron_mi_cuenta timo no_autorizado no_autoricé phishing fraudulento no_autorizada estafado',
    twice: 'dos_veces doble 2_veces',
    card: 'tarjeta',
    account: 'cuenta perfil mi_cuenta',
    login_problem:
      'iniciar_sesión entrar_en_mi_cuenta acceder inicio_de_sesión loguearme ingresar_a_mi iniciar_sesion entrar_a_mi_cuenta acceso',
    password: 'contraseña clave contrasena password contraseñas',
    newsletter: 'boletín newsletter darme_de_baja suscripción boletines desuscribirme correos_publicitarios',
    email: 'correo email mail',
    invoice: 'factura facturas recibo_por un_recibo recibo ticket comprobante facturación boleta justificante',
    greet:
      'hola buenos_días buenas_tardes buenas_noches buenas buen_día qué_tal hey saludos ola hay_alguien hola_hola que_tal holaa hi hello alguien_ahí',
    thank: 'gracias muchas_gracias mil_gracias agradecido agradezco thanks grax muy_amable',
    praise: 'genial estupendo',
    bye: 'adiós hasta_luego chao nos_vemos buen_día_adiós hasta_pronto eso_es_todo tenga_un_buen chau bye adios hasta_mañana hasta_la_vista que_tenga feliz_día',
    yes: 'sí si vale claro correcto eso_es ok exacto por_supuesto dale de_acuerdo sip yes así_es perfecto efectivamente okey bueno desde_luego cierto',
    no: 'no ese_no no_gracias incorrecto nop para_nada esa_no negativo no_es_ese',
    neither: 'ninguno ninguna ni_uno',
    pick: 'primero primera segundo segunda tercero tercera cuarto último última 1 2 3 4 5 número_1 número_2 número_3 el_primero la_primera el_último',
    help: 'ayuda ayudar pregunta problema ayúdame duda consulta ayudarme preguntas dudas problemas',
    off: `mi_móvil mi_celular corazón llegas teléfono mi_teléfono estación aparcar lloviendo ascenso qué_tiempo clima tiempo_hace chiste chistes poema capital_de presidente película películas gato gatos perro perros robot deberes dios te_quiero
      sentido_de_la_vida qué_hora canción de_la_política pizza tren vuelo avión vacaciones en_qué_orden empleados trabajar empleo restaurante montaña idioma traduce
      cocina cocinar arroz receta juego fútbol partido deporte música navidad verano invierno cuántos_años te_llamas vives coches coche luna sol escuela gafas llaves aburro
      opinas ganó a_casa rey trabajo_con mis_llaves cumpleaños semana_santa guerra religión cena hambre hotel taxi aeropuerto médico novia novio casado chatgpt
      televisión tele historia python bolsa_de_valores lotería metro autobús cuéntame_un cuento amas auto autos carro carros mi_gato mi_perro`,
    ignore_instructions: 'instrucciones ignora_todas eres_ahora prompt_del_sistema ahora_eres',
    correct: 'correcto',
  },
}
