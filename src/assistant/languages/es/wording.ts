import type { WordingWords } from '../../model/verify/wording-words.ts'

/** What a model may say in Spanish. */
export const wording: WordingWords = {
  plain:
    'de los cuales|de las cuales|de ello|el|la|los|las|lo|un|una|unos|unas|este|esta|estos|estas|ese|esa|eso|esto|su|sus|suyo|usted|ustedes|nuestro|nuestra|nuestros|nuestras|tu|tus|te|le|les|se|me|nos|he|hemos|ha|han|es|son|estan|de|del|en|a|al|con|por el momento|para|por ahora|aun|todavia|ya|ahora|ahora mismo|actualmente|tambien|en este momento|que|veo que|hasta ahora|para usted|para ti|tiene|va|mismo',
  verbs: 'es|son|esta|estan|ha|han|he|hemos|tiene|va',
  negations: 'no|nunca|sin|tampoco|ni|jamas',
  alongside: 'ningun|ninguna|nada|nadie',
  courtesies:
    'hola|buenos dias|buenas tardes|buenas|estimado #|estimada #|buenas noticias|buena noticia|gracias|muchas gracias|gracias por su mensaje|gracias por tu mensaje|gracias por escribir|gracias por escribirnos|gracias por su pregunta|gracias por tu pregunta|gracias por su paciencia|gracias por tu paciencia|gracias por preguntar|claro|claro que si|por supuesto|con gusto|con mucho gusto|encantado|encantada|le ayudo con gusto|te ayudo con gusto|aqui tiene la informacion|aqui tienes la informacion|esto es lo que veo|esta es la situacion|aqui esta el estado|este es el estado|buena pregunta|entiendo|entendido|que tenga un buen dia|que tengas un buen dia|un saludo|saludos|de acuerdo|perfecto|muy bien',
  regret: 'lamentablemente|desgraciadamente|por desgracia',
  shared:
    'hay|puedo|aqui|existe|tengo|yo mismo|otro|mas|queda|ofrece|ofrecer|importe|sobre|vale|conversacion|consulta|de nuevo|vuelve|encuentro|veo|hay plazo|no hay|por favor|direccion|pagina|reembolsar|por reembolsar|sobre esto|devoluciones|las devoluciones|limite|por eso|por lo que|datos|acepto|deseo|al respecto|siento',
  asking: 'cual|cuando|donde',
  meanings: {
    order: 'pedido|pedidos|su pedido|el pedido',
    parcel: 'primer paquete|segundo paquete|tercer paquete|el primero|el segundo|paquete|envio|su envio',
    carrier: 'transportista|empresa de transporte|mensajero',
    refund: 'reembolso|reembolsos|un reembolso|el reembolso|su reembolso',
    shop: 'tienda',
    items: 'articulos|articulo',
    status: 'estado|su estado',
    team: 'equipo|nuestro equipo',
    offer: 'oferta|la oferta',
    return_period: 'plazo de devolucion|periodo de devolucion|plazo para devolverlo',
    yes: '=si',
    no: '=no',
    delivery: 'entrega',
    days: 'dias|dia',
    follow:
      'sigalo aqui|puede seguirlo aqui|puedes seguirlo aqui|siguelo aqui|puede seguir el paquete aqui|puede seguir su paquete aqui|puedes seguir tu paquete aqui|puede seguir su pedido aqui|puede seguirlo en|aqui puede seguirlo|aqui puede seguir el paquete|puedes seguir el paquete aqui',
    confirm:
      'confirmelo con el boton|por favor confirmelo con el boton|confirmalo con el boton|por favor|puede confirmarlo con el boton|confirme el reembolso con el boton|confirmelo con el boton por favor',
    ask_contact:
      'si quiere|si lo desea|si quieres|si lo prefiere|escriba aqui su correo electronico|escribe aqui tu correo electronico|deje aqui su correo electronico|puede escribir aqui su correo electronico|para que tambien podamos responder alli|para que podamos responder tambien alli|asi podremos responder tambien alli|podremos responder tambien alli|para que tambien le podamos responder alli',
    sign_in:
      'para saber mas de este pedido|para saber mas sobre este pedido|para saber mas de su pedido|inicie sesion en la tienda|inicia sesion en la tienda|por favor inicie sesion en la tienda|para saber mas sobre su pedido|para saber mas',
    part: 'una parte|parte|parcialmente|en parte',
    few: 'quedan pocos|quedan pocas|solo quedan pocos|solo quedan unos pocos|pero quedan pocos|quedan pocas unidades|solo quedan pocas unidades|solo quedan unas pocas unidades|solo quedan unas pocas|quedan solo unos pocos',
    fewer: 'menos de|hay menos de',
    within: 'en los|dentro de los|dentro de|durante los',
    until: 'hasta el|hasta',
    one_version:
      'solo existe en una version|en una sola version|solo en una version|en una unica version|existe solo en una version',
    automatic: 'automatico|automaticamente|de forma automatica',
    earlier_refund: 'anterior|previo',
    received: 'se ha recibido|hemos recibido|recibido|recibimos|ha sido recibido',
    waiting_processing:
      'espera a ser procesado|espera ser procesado|esperando a ser procesado|pendiente de procesar|esta pendiente de ser procesado|pendiente de ser procesado|a la espera de ser procesado|esta a la espera de ser procesado',
    preparing:
      'esta preparando|se esta preparando|en preparacion|estamos preparando|esta en preparacion|siendo preparado|esta siendo preparado|preparandose|esta preparandose',
    shipped:
      'enviado|se ha enviado|ha sido enviado|fue enviado|hemos enviado|se envio|ha salido de nuestro almacen|despachado|ha sido despachado|se ha despachado|enviada|ha sido enviada',
    delivered:
      'entrego|entregado|se ha entregado|ha sido entregado|fue entregado|se entrego|llegado|ha llegado|entrega se realizo|se entrego',
    cancelled: 'cancelado|se ha cancelado|ha sido cancelado|fue cancelado|se cancelo',
    refunded:
      'reembolsado|se ha reembolsado|ha sido reembolsado|se han reembolsado|fue reembolsado|se reembolso|han sido reembolsados|se reembolsaron|reembolsados|ya se han reembolsado',
    returned: 'devuelto|se ha devuelto|ha sido devuelto|fue devuelto|se devolvio',
    information:
      'informacion|informacion sobre|sobre|datos sobre|tengo|tengo informacion|dispongo de informacion|informacion sobre eso|informacion al respecto|tenemos informacion',
    packed: 'listo|esta listo|empaquetado|preparado|ya listo',
    pickup:
      'espera al transportista|esta esperando al transportista|a la espera del transportista|espera a que lo recoja el transportista|esperando al transportista|a la espera de que lo recoja el transportista|espera la recogida del transportista|pendiente de que lo recoja el transportista',
    on_its_way: 'en camino|en transito|esta en camino|en ruta|de camino',
    back_to_shop:
      'vuelve a la tienda|esta volviendo a la tienda|de vuelta a la tienda|regresa a la tienda|esta regresando a la tienda|va de vuelta a la tienda|esta de vuelta a la tienda',
    out_for_delivery: 'en reparto|esta en reparto',
    delayed:
      'dias de retraso|un dia de retraso|de retraso|con retraso|retrasado|lleva retraso|sufre un retraso|se ha retrasado|va retrasado|tiene retraso',
    problem:
      'informa de un problema|ha informado de un problema|comunica un problema|un problema|informa de un problema con|ha comunicado un problema',
    lost: 'consta como perdido|figura como perdido|se ha declarado perdido|declarado perdido|se da por perdido',
    expected:
      'deberia haber llegado|se espera|se espera para|esperamos|deberia llegar|esta previsto|llegada prevista|entrega prevista|fecha prevista de entrega|esta previsto para|entrega estimada|se espera su llegada|fecha de entrega prevista|la entrega esta prevista|la entrega esta prevista para|prevista|prevista para|se espera la entrega|deberia llegarle|llegue',
    between: 'entre',
    news: 'ultima noticia|la ultima noticia|ultima novedad|ultima actualizacion|ultimas noticias|la ultima actualizacion|la ultima novedad|ultimo aviso',
    tracking: 'hay|numero de seguimiento|el numero de seguimiento|codigo de seguimiento',
    as_of:
      'datos del|estos datos son del|informacion del|esta informacion es del|datos|segun los datos del|situacion del',
    contains: 'hay|contiene|incluye|consta de|se compone de|lleva',
    know: 'conozco|se…si|sabe|conocemos|no se sabe|se conoce|conocido|se sabe',
    total: 'total|el total|asciende a|importe total|en total|el importe total|suma|total es de',
    available:
      'disponible|en stock|!agotado|!no disponible|en existencias|esta disponible|hay en stock|tenemos…en stock|esta en stock',
    stock_open:
      'se si…en stock|si…esta en stock|si…esta disponible|si…en stock|si…disponible|se si…esta en stock|se si…esta disponible',
    can_order:
      'se puede pedir|puede pedirse|puede pedirlo|se puede pedir igualmente|lo puede pedir|puede pedirla|se puede encargar|puede ser pedido|aun se puede pedir',
    back: 'se espera de nuevo|de nuevo|volvera a estar disponible|se espera otra vez|de vuelta|otra vez|de nuevo disponible|volver a estar disponible|estar de vuelta|se espera de vuelta|deberia volver|deberia volver a estar disponible|deberia estar de nuevo disponible',
    when_back:
      'cuando volvera|se sabe cuando…volvera|se sabe cuando volvera|cuando estara de nuevo disponible|cuando estara disponible de nuevo|cuando volvera a estar disponible|cuando estara de vuelta|cuando…estara de nuevo disponible|cuando…volvera',
    offered: 'existe en|no existe en|se ofrece en|existe|ofrecemos|lo hay en|hay en|se ofrece',
    exists:
      'hay|existen|tenemos|se puede elegir entre|puede elegir entre|hay disponible|las opciones son|estan disponibles',
    price:
      'cuesta|precio|el precio|precio es de|vale|cuesta actualmente|el precio de|tiene un precio de|costaba|sale a',
    before:
      'antes|anteriormente|antes costaba|antes era de|costaba…antes|el precio anterior era de|previamente|antes estaba a|era de',
    comes_in: 'existe en|se ofrece en|viene en|se puede elegir en|disponible en|hay…en',
    know_more:
      'solo conozco el nombre|de…solo conozco el nombre|conozco el nombre|solo se el nombre|unicamente conozco el nombre|solo conozco',
    offer_refund:
      'puedo ofrecer otro reembolso|ofrecer otro reembolso|ofrecer reembolsos|puedo ofrecer reembolsos|ofrece un reembolso|ofrecer un reembolso|ofrecer|puedo|ofrece|aqui|otro|puedo ofrecer|por eso|por lo que|otro mas|un segundo',
    over: 'ha pasado|pasado|ha terminado|ha vencido|vencido|terminado|ha finalizado|ya paso|termino|vencio',
    open_refund:
      'hay un reembolso abierto|un reembolso abierto|abierto|hay|reembolso abierto|en curso|hay un reembolso en curso|esta abierto',
    checked:
      'se esta comprobando|aun se esta comprobando|esta comprobando|comprobando|esta en revision|se esta revisando|en revision|se esta verificando|esta siendo revisado',
    left_to_refund: 'queda nada por reembolsar|por reembolsar|queda…por reembolsar|queda|que reembolsar',
    find_amount:
      'averiguar el importe|puedo averiguar el importe|puedo determinar el importe|determinar el importe|calcular el importe|saber el importe|puedo|importe|obtener el importe',
    wait_you:
      'le espera|te espera|esta esperando su confirmacion|espera su confirmacion|espera tu confirmacion|a la espera de su confirmacion',
    approval:
      'espera nuestra aprobacion|esta a la espera de nuestra aprobacion|a la espera de nuestra aprobacion|pendiente de nuestra aprobacion|esta pendiente de nuestra aprobacion|pendiente de aprobacion',
    making:
      'se esta realizando|esta realizando|realizando|en curso|se esta procesando|esta en curso|en proceso|se esta haciendo|se esta tramitando|esta en proceso',
    accepted: 'aceptado|esta aceptado|ha sido aceptado|se ha aceptado|fue aceptado',
    made: 'se ha realizado|ha realizado|realizado|se ha podido realizar|podido realizar|se ha completado|completado|fue realizado|se ha hecho|se ha efectuado|ha podido realizarse|se pudo realizar|se ha podido completar|ha sido realizado|podido completar',
    looks_into:
      'lo revisa|lo esta revisando|esta revisando|se ocupa de ello|lo esta mirando|se esta ocupando|ya lo revisa|ya lo esta revisando|se encarga de ello',
    wanted: 'quiso|no quiso|quiso el reembolso|querido|ha querido|quisiste|acepto|deseo',
    approved: 'aprobado|se ha aprobado|ha sido aprobado|fue aprobado',
    expired:
      'ha caducado|caducado|reembolsar|de reembolsar|de reembolso|ha expirado|ya no es valida|es valida|de reembolsarle',
    has_refund: 'hay|no hay|veo|encuentro|existe|consta|tengo|aqui',
    can_return:
      'puede devolver su pedido|puede devolver|puedes devolver tu pedido|se puede devolver|puede devolverlo|puedes devolver|puedes devolverlo|puede devolverse|es posible devolverlo|la devolucion es posible|es posible devolver|se puede devolver aun|tiene…para devolver su pedido|tiene…para devolverlo|tienes…para devolver tu pedido|podra devolver',
    after_delivery:
      'despues de la entrega|tras la entrega|desde la entrega|siguientes a la entrega|despues de recibirlo|posteriores a la entrega|a partir de la entrega',
    time_limit:
      'plazo|hay plazo|plazo para devoluciones|plazo para las devoluciones|hay|limite de tiempo|devoluciones|las devoluciones|para devolver|limite|fecha limite|existe',
    more: 'mas|mas informacion|mas detalles|puede leer mas|aqui|puede leer mas aqui|mas sobre esto|encontrara|encontrara mas informacion|encontrara mas informacion aqui',
    other_language:
      'en otro idioma|pagina sobre esto|nuestra pagina sobre esto|pagina|sobre esto|al respecto|sobre este tema',
    cancel_self:
      'cancelar pedidos|puedo cancelar pedidos|yo mismo|puedo|cancelar el pedido|cancelar su pedido|cancelarlo|cancelar',
    change_self:
      'modificar pedidos|yo mismo|puedo|modificar el pedido|modificar su pedido|modificarlo|modificar|cambiar pedidos|cambiar el pedido|cambiar su pedido',
    address_self:
      'cambiar direcciones|yo mismo|puedo|cambiar la direccion|cambiar su direccion|modificar direcciones|direccion',
    exchange_self: 'cambiar articulos|yo mismo|puedo|cambiar el articulo|cambiar su articulo|hacer cambios',
    sorry:
      'lo siento|lo siento mucho|lo sentimos|lo lamento|lo sentimos mucho|siento|siento mucho|lo lamentamos|disculpe|lamento|siento la molestia',
    hand_over:
      'le paso con nuestro equipo|paso con nuestro equipo|te paso con nuestro equipo|le pongo en contacto con nuestro equipo|le comunico con nuestro equipo|paso…a nuestro equipo|paso la conversacion a nuestro equipo|le transfiero a nuestro equipo|lo paso a nuestro equipo|conversacion|consulta|transfiero…a nuestro equipo',
    answer_here:
      'respondera aqui|le respondera aqui|te respondera aqui|le responderan aqui|responderan aqui|recibira aqui una respuesta|recibira una respuesta aqui|alguien le respondera aqui|alguien respondera aqui|la respuesta llegara aqui|le respondera',
    back_on: 'que vuelve el|vuelve el|volvera el|estara de vuelta el|esta de vuelta el|vuelve|regresa el',
    reply_to: 'responderemos a|tambien responderemos a|responderemos tambien a|responderemos',
  },
}
