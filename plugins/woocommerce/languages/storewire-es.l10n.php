<?php
/**
 * Texts of the plugin. Where a text has a plural, both forms are joined by a NUL.
 *
 * @package Storewire
 */

return array(
	'domain'       => 'storewire',
	'language'     => 'es',
	'plural-forms' => 'nplurals=2; plural=n != 1;',
	'messages'     => array(
		'The shop is connected already. Disconnect it first.'
			=> 'La tienda ya está conectada. Desconéctela primero.',
		'Reading it failed: %s'
			=> 'No se pudo leer: %s',
		'This site is a copy of a connected shop, or its address has changed: nothing is sent, and the chat is not shown. If it needs storewire, connect it with its own code.'
			=> 'Este sitio es una copia de una tienda conectada o ha cambiado de dirección: no se envía nada y el chat no se muestra. Si necesita storewire, conéctelo con un código propio.',
		'You may not manage this shop.'
			=> 'No puede administrar esta tienda.',
		'Disconnected.'
			=> 'Desconectado.',
		'storewire answers. Waiting changes are sent now.'
			=> 'storewire responde. Los cambios en espera se envían ahora.',
		'Saved.'
			=> 'Guardado.',
		'Settings'
			=> 'Ajustes',
		'storewire has disconnected this shop: nothing is sent, and the chat is not shown.'
			=> 'storewire ha desconectado esta tienda: no se envía nada y el chat no se muestra.',
		'Connect again'
			=> 'Volver a conectar',
		'Connect this shop'
			=> 'Conectar esta tienda',
		'Open the page Shop in your storewire, choose WooCommerce, and copy the connection code.'
			=> 'Abra la página Shop de su storewire, elija WooCommerce y copie el código de conexión.',
		'Paste it here. It is valid for 30 minutes.'
			=> 'Péguelo aquí. Es válido durante 30 minutos.',
		'Go back to storewire and press Connect.'
			=> 'Vuelva a storewire y pulse Connect.',
		'Connection code'
			=> 'Código de conexión',
		'Then storewire gets customers, products and orders of this shop, and the chat window is shown on its pages. Passwords and payment data are never sent.'
			=> 'Después, storewire recibe los clientes, productos y pedidos de esta tienda, y la ventana de chat se muestra en sus páginas. Las contraseñas y los datos de pago no se envían nunca.',
		'Connect'
			=> 'Conectar',
		'Test the connection and send now'
			=> 'Probar la conexión y enviar ahora',
		'History'
			=> 'Historial',
		'Sends all customers, products and orders that the shop already has. It runs in the background and continues after an interruption. You may start it again at any time: nothing is stored twice.'
			=> 'Envía todos los clientes, productos y pedidos que la tienda ya tiene. Se ejecuta en segundo plano y continúa después de una interrupción. Puede iniciarlo de nuevo en cualquier momento: nada se guarda dos veces.',
		'Continue the import'
			=> 'Continuar la importación',
		'Import my history'
			=> 'Importar mi historial',
		'Chat'
			=> 'Chat',
		'Show the chat window on the pages of the shop'
			=> 'Mostrar la ventana de chat en las páginas de la tienda',
		'Pages without the chat, one a line'
			=> 'Páginas sin chat, una por línea',
		'The part of the address after the host, such as /checkout/. /blog/* is every page below /blog/. If a plugin caches your pages, empty its cache after a change here.'
			=> 'La parte de la dirección después del host, por ejemplo /checkout/. /blog/* es cada página debajo de /blog/. Si un plugin guarda sus páginas en caché, vacíe la caché después de un cambio.',
		'Save'
			=> 'Guardar',
		'Disconnect'
			=> 'Desconectar',
		'Nothing more is sent, the chat is no longer shown, and storewire can no longer ask for refunds. What storewire has got stays there until you erase it.'
			=> 'No se envía nada más, el chat ya no se muestra y storewire ya no puede pedir reembolsos. Lo que storewire ha recibido permanece allí hasta que lo borre.',
		'Waiting for a click on Connect in storewire (%s).'
			=> 'Esperando un clic en Connect en storewire (%s).',
		'Open its page Shop: it shows that %s asks. Press Connect there.'
			=> 'Abra allí la página Shop: muestra la solicitud de %s. Pulse allí Connect.',
		'Cancel'
			=> 'Cancelar',
		'Connected to "%1$s" at %2$s'
			=> 'Conectado a «%1$s» en %2$s',
		'This plugin is version %1$s, storewire is %2$s. Download the newer plugin and upload it under Plugins, Add New.'
			=> 'Este plugin es la versión %1$s y storewire la %2$s. Descargue el plugin más reciente y súbalo en Plugins, Añadir nuevo.',
		'Download'
			=> 'Descargar',
		'%1$s The next try is in %2$s.'
			=> '%1$s El próximo intento es en %2$s.',
		'Nothing waits to be sent.'
			=> 'No hay nada en espera de envío.',
		'%d changed object waits to be sent.'
			=> '%d cambio está en espera de envío.' . "\0" . '%d cambios están en espera de envío.',
		'Last sent %s ago.'
			=> 'Último envío hace %s.',
		'%1$d customers, %2$d products, %3$d orders'
			=> '%1$d clientes, %2$d productos, %3$d pedidos',
		'Importing your history: %1$d %%. Sent so far: %2$s.'
			=> 'Importando su historial: %1$d %%. Enviado hasta ahora: %2$s.',
		'Your history is imported: %s.'
			=> 'Su historial está importado: %s.',
		'%1$d object of your history was rejected: %2$s'
			=> 'Se rechazó %1$d objeto de su historial: %2$s' . "\0" . 'Se rechazaron %1$d objetos de su historial, el último: %2$s',
		'storewire has disconnected this shop, or its key was revoked. Nothing is sent and the chat is not shown. What has changed since is sent after you connect again.'
			=> 'storewire ha desconectado esta tienda o su clave fue revocada. No se envía nada y el chat no se muestra. Lo que ha cambiado desde entonces se envía después de volver a conectar.',
		'A text of the shop is not valid UTF-8.'
			=> 'Un texto de la tienda no es UTF-8 válido.',
		'The shop is not connected to storewire.'
			=> 'La tienda no está conectada a storewire.',
		'storewire could not be reached at %1$s: %2$s'
			=> 'No se pudo contactar con storewire en %1$s: %2$s',
		'The response of %s was not one of storewire: something else answers at this address.'
			=> 'La respuesta de %s no es de storewire: otra cosa responde en esta dirección.',
		'The response of %1$s was not one of storewire (HTTP %2$d): a proxy or something else answers at this address.'
			=> 'La respuesta de %1$s no es de storewire (HTTP %2$d): un proxy u otra cosa responde en esta dirección.',
		'storewire could not process all of it: its log has the reason.'
			=> 'storewire no pudo procesarlo todo: la razón está en su registro.',
		'This is not a connection code. Copy the whole code from the page Shop of storewire: it begins with https:// and contains #cc_.'
			=> 'Esto no es un código de conexión. Copie el código completo de la página Shop de storewire: empieza por https:// y contiene #cc_.',
		'Connected without refunds: storewire cannot call this shop. %s'
			=> 'Conectado sin reembolsos: storewire no puede llamar a esta tienda. %s',
		'Disconnected here, but storewire could not be informed: press Disconnect on its page Shop, too. %s'
			=> 'Desconectado aquí, pero no se pudo informar a storewire: pulse también Disconnect en su página Shop. %s',
		'The connection was refused in storewire. Ask there for a new code if this is your shop.'
			=> 'La conexión fue rechazada en storewire. Pida allí un código nuevo si esta es su tienda.',
		'The keys of this connection were sent before and did not arrive. Press Disconnect on the page Shop of storewire, and make a new code.'
			=> 'Las claves de esta conexión ya se enviaron y no llegaron. Pulse Disconnect en la página Shop de storewire y cree un código nuevo.',
		'The code has expired: it is valid for 30 minutes. Make a new one on the page Shop of storewire.'
			=> 'El código ha caducado: es válido durante 30 minutos. Cree uno nuevo en la página Shop de storewire.',
		'The shop\'s server opens this connection: if the address works in your browser, ask your host whether a firewall blocks it.'
			=> 'El servidor de la tienda abre esta conexión: si la dirección funciona en su navegador, pregunte a su proveedor si un cortafuegos la bloquea.',
		'This code is unknown or has expired: it is valid for 30 minutes. Make a new one on the page Shop of storewire.'
			=> 'Este código es desconocido o ha caducado: es válido durante 30 minutos. Cree uno nuevo en la página Shop de storewire.',
		'This code was used already, perhaps by somebody else. Look at the page Shop of storewire, and make a new code.'
			=> 'Este código ya se ha usado, quizá por otra persona. Mire la página Shop de storewire y cree un código nuevo.',
		'WordPress\'s background tasks are switched off (DISABLE_WP_CRON in wp-config.php), and nothing else calls wp-cron.php: changes are sent late or not at all. Let your host call wp-cron.php every minute.'
			=> 'Las tareas en segundo plano de WordPress están desactivadas (DISABLE_WP_CRON en wp-config.php) y nada más llama a wp-cron.php: los cambios se envían tarde o nunca. Pida a su proveedor que llame a wp-cron.php cada minuto.',
		'WordPress\'s background tasks have not run for 45 minutes: changes are sent late or not at all. Look at WooCommerce, Status, Scheduled Actions, or let your host call wp-cron.php every minute.'
			=> 'Las tareas en segundo plano de WordPress no se han ejecutado en 45 minutos: los cambios se envían tarde o nunca. Mire en WooCommerce, Estado, Acciones programadas, o pida a su proveedor que llame a wp-cron.php cada minuto.',
		'The clock of this server is %d seconds ahead of storewire\'s: refunds and signed-in chats are rejected. Ask your host to set it.'
			=> 'El reloj de este servidor adelanta %d segundos respecto al de storewire: se rechazan los reembolsos y los chats de clientes con sesión. Pida a su proveedor que lo ajuste.',
		'The clock of this server is %d seconds behind storewire\'s: refunds and signed-in chats are rejected. Ask your host to set it.'
			=> 'El reloj de este servidor atrasa %d segundos respecto al de storewire: se rechazan los reembolsos y los chats de clientes con sesión. Pida a su proveedor que lo ajuste.',
		'storewire rejected %1$s: %2$s. It is sent again after its next change.'
			=> 'storewire rechazó %1$s: %2$s. Se envía de nuevo después de su próximo cambio.',
		'The import of your history has stopped: %s'
			=> 'La importación de su historial se ha detenido: %s',
		'The plugin\'s table cannot be written, so that changes are not noticed. Ask your host whether the database is full.'
			=> 'No se puede escribir en la tabla del plugin, por lo que no se advierten los cambios. Pregunte a su proveedor si la base de datos está llena.',
		'An amount of the order is not a number, or is too large.'
			=> 'Un importe del pedido no es un número o es demasiado grande.',
		'Support chats and refunds (storewire)'
			=> 'Chats de atención y reembolsos (storewire)',
		'Refunds (storewire)'
			=> 'Reembolsos (storewire)',
		'Customer (storewire)'
			=> 'Cliente (storewire)',
		'Orders stay in storewire, since WooCommerce keeps them, too (WooCommerce, Settings, Accounts and privacy).'
			=> 'Los pedidos permanecen en storewire, porque WooCommerce también los conserva (WooCommerce, Ajustes, Cuentas y privacidad).',
		'The shop is disconnected from storewire. Erase the customer there.'
			=> 'La tienda está desconectada de storewire. Borre allí al cliente.',
		'storewire could not erase %1$s: %2$s Repeat the request.'
			=> 'storewire no pudo borrar %1$s: %2$s Repita la solicitud.',
		'Order'
			=> 'Pedido',
		'Amount'
			=> 'Importe',
		'Reason'
			=> 'Motivo',
		'State'
			=> 'Estado',
		'Time'
			=> 'Hora',
		'This refund is unknown.'
			=> 'Este reembolso es desconocido.',
		'A refund of this order is being made at the moment. Decide in a minute.'
			=> 'Se está haciendo un reembolso de este pedido. Decida dentro de un minuto.',
		'This refund no longer waits for a decision: %s.'
			=> 'Este reembolso ya no espera una decisión: %s.',
		'Decided: %1$s were refunded (storewire %2$s, by %3$s).'
			=> 'Decidido: se reembolsaron %1$s (storewire %2$s, por %3$s).',
		'Decided: %1$s were not refunded (storewire %2$s, by %3$s).'
			=> 'Decidido: no se reembolsaron %1$s (storewire %2$s, por %3$s).',
		'The shop is disconnected from storewire, so storewire does not get this decision. Let your agents settle the refund there.'
			=> 'La tienda está desconectada de storewire, que por eso no recibe esta decisión. Pida a sus agentes que cierren allí el reembolso.',
		'The request is too large.'
			=> 'La solicitud es demasiado grande.',
		'The signature does not fit the signing secret of the shop, or its time is more than 5 minutes from the clock of the shop.'
			=> 'La firma no corresponde al secreto de firma de la tienda, o su hora difiere más de 5 minutos del reloj de la tienda.',
		'The shop could not process the request. Its log of WooCommerce (source storewire) has the details.'
			=> 'La tienda no pudo procesar la solicitud. Su registro de WooCommerce (origen storewire) tiene los detalles.',
		'The request is not JSON of the expected form.'
			=> 'La solicitud no es JSON con la forma esperada.',
		'This version of the plugin does not have this type of request.'
			=> 'Esta versión del plugin no tiene este tipo de solicitud.',
		'The shop is disconnected from storewire.'
			=> 'La tienda está desconectada de storewire.',
		'Another plugin has changed the amount of the refund from %1$s to %2$s, so it was not made.'
			=> 'Otro plugin cambió el importe del reembolso de %1$s a %2$s, por eso no se hizo.',
		'storewire makes a refund of this order at the moment. Load the order again in a minute.'
			=> 'storewire está haciendo un reembolso de este pedido. Vuelva a cargar el pedido dentro de un minuto.',
		'Another refund of this order was made a moment ago. Load the order again.'
			=> 'Hace un momento se hizo otro reembolso de este pedido. Vuelva a cargar el pedido.',
		'The order has no line %s.'
			=> 'El pedido no tiene la línea %s.',
		'Nothing of the line "%s" is left to refund.'
			=> 'No queda nada por reembolsar de la línea «%s».',
		'Only %1$s of the line "%2$s" can still be refunded.'
			=> 'Solo se pueden reembolsar todavía %1$s de la línea «%2$s».',
		'PHP stopped while WooCommerce made this refund. The money was refunded. Check the stock and the e-mail to the customer.'
			=> 'PHP se detuvo mientras WooCommerce hacía este reembolso. El dinero se reembolsó. Compruebe las existencias y el correo al cliente.',
		'PHP stopped before the payment method was asked to refund.'
			=> 'PHP se detuvo antes de pedir el reembolso al método de pago.',
		'PHP stopped while the payment method was asked to refund.'
			=> 'PHP se detuvo mientras se pedía el reembolso al método de pago.',
		'WooCommerce would refund %1$s now, not %2$s: the order has changed since. Start the refund again.'
			=> 'WooCommerce reembolsaría ahora %1$s, no %2$s: el pedido ha cambiado desde entonces. Empiece el reembolso de nuevo.',
		'The money was refunded, then an error occurred: %s'
			=> 'El dinero se reembolsó y después ocurrió un error: %s',
		'Refund #%1$s of %2$s was made on request of storewire (%3$s). Reason: %4$s'
			=> 'El reembolso n.º %1$s de %2$s se hizo a petición de storewire (%3$s). Motivo: %4$s',
		'It is not certain whether %1$s were refunded (storewire %2$s). Look the payment up at the payment provider, then decide on the page of storewire in WordPress. %3$s'
			=> 'No es seguro que se hayan reembolsado %1$s (storewire %2$s). Consulte el pago en el proveedor y decida después en la página de storewire en WordPress. %3$s',
		'A refund of %1$s is requested (storewire %2$s). Reason: %3$s. Make the refund, or do not, then decide on the page of storewire in WordPress.'
			=> 'Se solicita un reembolso de %1$s (storewire %2$s). Motivo: %3$s. Haga el reembolso o no, y decida después en la página de storewire en WordPress.',
		'A refund of this order is being made. Ask again later.'
			=> 'Se está haciendo un reembolso de este pedido. Pregunte más tarde.',
		'%d refund of storewire needs your attention.'
			=> '%d reembolso de storewire requiere su atención.' . "\0" . '%d reembolsos de storewire requieren su atención.',
		'Show refunds'
			=> 'Mostrar reembolsos',
		'A refund needs your attention: see Refunds on this page.'
			=> 'Un reembolso requiere su atención: vea Reembolsos en esta página.',
		'Refunds'
			=> 'Reembolsos',
		'No refund waits for your decision.'
			=> 'Ningún reembolso espera su decisión.',
		'%1$s of order #%2$s'
			=> '%1$s del pedido n.º %2$s',
		'Reason: %1$s (%2$s, %3$s)'
			=> 'Motivo: %1$s (%2$s, %3$s)',
		'storewire asks you to make this refund. Make it on the page of the order, then press "The money was refunded". Press "No money was refunded" if you refuse it.'
			=> 'storewire le pide que haga este reembolso. Hágalo en la página del pedido y pulse después «El dinero se reembolsó». Pulse «No se reembolsó dinero» si lo rechaza.',
		'It is not certain whether the money was refunded: %s'
			=> 'No es seguro que el dinero se haya reembolsado: %s',
		'Look the payment up at your payment provider before you decide. Do not refund again before that.'
			=> 'Consulte el pago en su proveedor antes de decidir. No reembolse de nuevo antes de eso.',
		'In WooCommerce the refund is: %s.'
			=> 'En WooCommerce el reembolso está: %s.',
		'storewire shows it as "%s" and has kept your report. Let your agents look at it before they refund again.'
			=> 'storewire lo muestra como «%s» y ha guardado su informe. Pida a sus agentes que lo revisen antes de reembolsar de nuevo.',
		'The connected storewire does not have this refund.'
			=> 'El storewire conectado no tiene este reembolso.',
		'It could not be reported to storewire: %s Let your agents settle the refund there.'
			=> 'No se pudo informar a storewire: %s Pida a sus agentes que cierren allí el reembolso.',
		'Do not show again'
			=> 'No mostrar más',
		'The money was refunded'
			=> 'El dinero se reembolsó',
		'No money was refunded'
			=> 'No se reembolsó dinero',
		'The shop has no order with this id.'
			=> 'La tienda no tiene ningún pedido con este identificador.',
		'The order is not paid, so there is nothing to refund.'
			=> 'El pedido no está pagado, por eso no hay nada que reembolsar.',
		'The payment method of this order cannot make refunds. Refund the order by hand.'
			=> 'El método de pago de este pedido no puede hacer reembolsos. Reembolse el pedido a mano.',
		'An earlier refund of this order waits for a decision in WordPress.'
			=> 'Un reembolso anterior de este pedido espera una decisión en WordPress.',
		'Nothing is left to refund.'
			=> 'No queda nada por reembolsar.',
		'The field %s of the request is missing or invalid.'
			=> 'El campo %s de la solicitud falta o no es válido.',
		'Refund endpoint: %s'
			=> 'Dirección de reembolsos: %s',
		'Test refunds'
			=> 'Probar los reembolsos',
		'storewire answers. It has no refund endpoint of this shop.'
			=> 'storewire responde. No tiene ninguna dirección de reembolsos de esta tienda.',
		'storewire answers. Refunds are switched off there.'
			=> 'storewire responde. Los reembolsos están desactivados allí.',
		'storewire answers. Refunds are switched on there.'
			=> 'storewire responde. Los reembolsos están activados allí.',
		'The shop has no signing secret, so it refuses all refunds.'
			=> 'La tienda no tiene secreto de firma, por eso rechaza todos los reembolsos.',
		'The shop does not reach its own refund endpoint: %s. storewire may reach it all the same: test it in storewire, under Settings, Refunds.'
			=> 'La tienda no alcanza su propia dirección de reembolsos: %s. Puede que storewire la alcance de todos modos: pruébela en storewire, en Settings, Refunds.',
		'The refund endpoint answers. Whether storewire reaches it from outside: test it in storewire, under Settings, Refunds.'
			=> 'La dirección de reembolsos responde. Para saber si storewire la alcanza desde fuera, pruébela en storewire, en Settings, Refunds.',
		'The refund endpoint does not answer as it should: HTTP %1$s, %2$s. A plugin for security or caching may block it.'
			=> 'La dirección de reembolsos no responde como debe: HTTP %1$s, %2$s. Puede que un plugin de seguridad o de caché la bloquee.',
		'The shop reported that no money was refunded.'
			=> 'La tienda informó de que no se reembolsó dinero.',
		'Defect'
			=> 'Defecto',
		'Not received'
			=> 'No recibido',
		'Return'
			=> 'Devolución',
		'Other reason'
			=> 'Otro motivo',
		'in progress'
			=> 'en curso',
		'made'
			=> 'hecho',
		'refused'
			=> 'rechazado',
		'waits for a decision'
			=> 'espera una decisión',
		'refunded'
			=> 'reembolsado',
		'not refunded'
			=> 'no reembolsado',
	),
);
