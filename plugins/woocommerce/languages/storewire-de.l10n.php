<?php
/**
 * Texts of the plugin. Where a text has a plural, both forms are joined by a NUL.
 *
 * @package Storewire
 */

return array(
	'domain'       => 'storewire',
	'language'     => 'de',
	'plural-forms' => 'nplurals=2; plural=n != 1;',
	'messages'     => array(
		'The shop is connected already. Disconnect it first.'
			=> 'Der Shop ist schon verbunden. Trennen Sie ihn zuerst.',
		'Reading it failed: %s'
			=> 'Das Lesen ist fehlgeschlagen: %s',
		'This site is a copy of a connected shop, or its address has changed: nothing is sent, and the chat is not shown. If it needs storewire, connect it with its own code.'
			=> 'Diese Website ist eine Kopie eines verbundenen Shops, oder ihre Adresse hat sich geändert: Es wird nichts gesendet, und der Chat wird nicht angezeigt. Wenn sie storewire braucht, verbinden Sie sie mit einem eigenen Code.',
		'You may not manage this shop.'
			=> 'Sie dürfen diesen Shop nicht verwalten.',
		'Disconnected.'
			=> 'Getrennt.',
		'storewire answers. Waiting changes are sent now.'
			=> 'storewire antwortet. Wartende Änderungen werden jetzt gesendet.',
		'Saved.'
			=> 'Gespeichert.',
		'Settings'
			=> 'Einstellungen',
		'storewire has disconnected this shop: nothing is sent, and the chat is not shown.'
			=> 'storewire hat diesen Shop getrennt: Es wird nichts gesendet, und der Chat wird nicht angezeigt.',
		'Connect again'
			=> 'Wieder verbinden',
		'Connect this shop'
			=> 'Diesen Shop verbinden',
		'Open the page Shop in your storewire, choose WooCommerce, and copy the connection code.'
			=> 'Öffnen Sie in Ihrem storewire die Seite Shop, wählen Sie WooCommerce und kopieren Sie den Verbindungscode.',
		'Paste it here. It is valid for 30 minutes.'
			=> 'Fügen Sie ihn hier ein. Er gilt 30 Minuten.',
		'Go back to storewire and press Connect.'
			=> 'Gehen Sie zurück zu storewire und drücken Sie auf Connect.',
		'Connection code'
			=> 'Verbindungscode',
		'Then storewire gets customers, products and orders of this shop, and the chat window is shown on its pages. Passwords and payment data are never sent.'
			=> 'Danach erhält storewire Kunden, Produkte und Bestellungen dieses Shops, und das Chatfenster erscheint auf seinen Seiten. Passwörter und Zahlungsdaten werden nie gesendet.',
		'Connect'
			=> 'Verbinden',
		'Test the connection and send now'
			=> 'Verbindung testen und jetzt senden',
		'History'
			=> 'Historie',
		'Sends all customers, products and orders that the shop already has. It runs in the background and continues after an interruption. You may start it again at any time: nothing is stored twice.'
			=> 'Sendet alle Kunden, Produkte und Bestellungen, die der Shop schon hat. Der Import läuft im Hintergrund und wird nach einer Unterbrechung fortgesetzt. Sie können ihn jederzeit erneut starten: Nichts wird doppelt gespeichert.',
		'Continue the import'
			=> 'Import fortsetzen',
		'Import my history'
			=> 'Historie importieren',
		'Chat'
			=> 'Chat',
		'Show the chat window on the pages of the shop'
			=> 'Das Chatfenster auf den Seiten des Shops anzeigen',
		'Pages without the chat, one a line'
			=> 'Seiten ohne Chat, eine pro Zeile',
		'The part of the address after the host, such as /checkout/. /blog/* is every page below /blog/. If a plugin caches your pages, empty its cache after a change here.'
			=> 'Der Teil der Adresse nach dem Host, zum Beispiel /checkout/. /blog/* ist jede Seite unter /blog/. Wenn ein Plugin Ihre Seiten zwischenspeichert, leeren Sie nach einer Änderung seinen Cache.',
		'Save'
			=> 'Speichern',
		'Disconnect'
			=> 'Trennen',
		'Nothing more is sent, the chat is no longer shown, and storewire can no longer ask for refunds. What storewire has got stays there until you erase it.'
			=> 'Es wird nichts mehr gesendet, der Chat wird nicht mehr angezeigt, und storewire kann keine Erstattungen mehr anfordern. Was storewire schon hat, bleibt dort, bis Sie es löschen.',
		'Waiting for a click on Connect in storewire (%s).'
			=> 'Warten auf einen Klick auf Connect in storewire (%s).',
		'Open its page Shop: it shows that %s asks. Press Connect there.'
			=> 'Öffnen Sie dort die Seite Shop: Sie zeigt, dass %s anfragt. Drücken Sie dort auf Connect.',
		'Cancel'
			=> 'Abbrechen',
		'Connected to "%1$s" at %2$s'
			=> 'Verbunden mit „%1$s“ auf %2$s',
		'This plugin is version %1$s, storewire is %2$s. Download the newer plugin and upload it under Plugins, Add New.'
			=> 'Dieses Plugin hat die Version %1$s, storewire die Version %2$s. Laden Sie das neuere Plugin herunter und laden Sie es unter Plugins, Installieren hoch.',
		'Download'
			=> 'Herunterladen',
		'%1$s The next try is in %2$s.'
			=> '%1$s Der nächste Versuch ist in %2$s.',
		'Nothing waits to be sent.'
			=> 'Nichts wartet darauf, gesendet zu werden.',
		'%d changed object waits to be sent.'
			=> '%d Änderung wartet darauf, gesendet zu werden.' . "\0" . '%d Änderungen warten darauf, gesendet zu werden.',
		'Last sent %s ago.'
			=> 'Zuletzt gesendet vor %s.',
		'%1$d customers, %2$d products, %3$d orders'
			=> '%1$d Kunden, %2$d Produkte, %3$d Bestellungen',
		'Importing your history: %1$d %%. Sent so far: %2$s.'
			=> 'Ihre Historie wird importiert: %1$d %%. Bisher gesendet: %2$s.',
		'Your history is imported: %s.'
			=> 'Ihre Historie ist importiert: %s.',
		'%1$d object of your history was rejected: %2$s'
			=> '%1$d Objekt Ihrer Historie wurde abgelehnt: %2$s' . "\0" . '%1$d Objekte Ihrer Historie wurden abgelehnt, das letzte: %2$s',
		'storewire has disconnected this shop, or its key was revoked. Nothing is sent and the chat is not shown. What has changed since is sent after you connect again.'
			=> 'storewire hat diesen Shop getrennt, oder sein Schlüssel wurde widerrufen. Es wird nichts gesendet, und der Chat wird nicht angezeigt. Was sich seitdem geändert hat, wird gesendet, sobald Sie wieder verbunden sind.',
		'A text of the shop is not valid UTF-8.'
			=> 'Ein Text des Shops ist kein gültiges UTF-8.',
		'The shop is not connected to storewire.'
			=> 'Der Shop ist nicht mit storewire verbunden.',
		'storewire could not be reached at %1$s: %2$s'
			=> 'storewire war unter %1$s nicht erreichbar: %2$s',
		'The response of %s was not one of storewire: something else answers at this address.'
			=> 'Die Antwort von %s kam nicht von storewire: Unter dieser Adresse antwortet etwas anderes.',
		'The response of %1$s was not one of storewire (HTTP %2$d): a proxy or something else answers at this address.'
			=> 'Die Antwort von %1$s kam nicht von storewire (HTTP %2$d): Unter dieser Adresse antwortet ein Proxy oder etwas anderes.',
		'storewire could not process all of it: its log has the reason.'
			=> 'storewire konnte nicht alles verarbeiten: Der Grund steht in seinem Protokoll.',
		'This is not a connection code. Copy the whole code from the page Shop of storewire: it begins with https:// and contains #cc_.'
			=> 'Das ist kein Verbindungscode. Kopieren Sie den ganzen Code von der Seite Shop von storewire: Er beginnt mit https:// und enthält #cc_.',
		'Connected without refunds: storewire cannot call this shop. %s'
			=> 'Ohne Erstattungen verbunden: storewire kann diesen Shop nicht aufrufen. %s',
		'Disconnected here, but storewire could not be informed: press Disconnect on its page Shop, too. %s'
			=> 'Hier getrennt, aber storewire konnte nicht benachrichtigt werden: Drücken Sie auch auf seiner Seite Shop auf Disconnect. %s',
		'The connection was refused in storewire. Ask there for a new code if this is your shop.'
			=> 'Die Verbindung wurde in storewire abgelehnt. Erstellen Sie dort einen neuen Code, wenn das Ihr Shop ist.',
		'The keys of this connection were sent before and did not arrive. Press Disconnect on the page Shop of storewire, and make a new code.'
			=> 'Die Schlüssel dieser Verbindung wurden schon gesendet und sind nicht angekommen. Drücken Sie auf der Seite Shop von storewire auf Disconnect, und erstellen Sie einen neuen Code.',
		'The code has expired: it is valid for 30 minutes. Make a new one on the page Shop of storewire.'
			=> 'Der Code ist abgelaufen: Er gilt 30 Minuten. Erstellen Sie auf der Seite Shop von storewire einen neuen.',
		'The shop\'s server opens this connection: if the address works in your browser, ask your host whether a firewall blocks it.'
			=> 'Der Server des Shops öffnet diese Verbindung: Wenn die Adresse in Ihrem Browser funktioniert, fragen Sie Ihren Hoster, ob eine Firewall sie blockiert.',
		'This code is unknown or has expired: it is valid for 30 minutes. Make a new one on the page Shop of storewire.'
			=> 'Dieser Code ist unbekannt oder abgelaufen: Er gilt 30 Minuten. Erstellen Sie auf der Seite Shop von storewire einen neuen.',
		'This code was used already, perhaps by somebody else. Look at the page Shop of storewire, and make a new code.'
			=> 'Dieser Code wurde schon benutzt, vielleicht von jemand anderem. Sehen Sie auf der Seite Shop von storewire nach, und erstellen Sie einen neuen Code.',
		'WordPress\'s background tasks are switched off (DISABLE_WP_CRON in wp-config.php), and nothing else calls wp-cron.php: changes are sent late or not at all. Let your host call wp-cron.php every minute.'
			=> 'Die Hintergrundaufgaben von WordPress sind abgeschaltet (DISABLE_WP_CRON in wp-config.php), und nichts anderes ruft wp-cron.php auf: Änderungen werden spät oder gar nicht gesendet. Lassen Sie Ihren Hoster wp-cron.php jede Minute aufrufen.',
		'WordPress\'s background tasks have not run for 45 minutes: changes are sent late or not at all. Look at WooCommerce, Status, Scheduled Actions, or let your host call wp-cron.php every minute.'
			=> 'Die Hintergrundaufgaben von WordPress sind seit 45 Minuten nicht gelaufen: Änderungen werden spät oder gar nicht gesendet. Sehen Sie unter WooCommerce, Status, Geplante Aktionen nach, oder lassen Sie Ihren Hoster wp-cron.php jede Minute aufrufen.',
		'The clock of this server is %d seconds ahead of storewire\'s: refunds and signed-in chats are rejected. Ask your host to set it.'
			=> 'Die Uhr dieses Servers geht gegenüber der von storewire %d Sekunden vor: Erstattungen und Chats angemeldeter Kunden werden abgelehnt. Bitten Sie Ihren Hoster, sie zu stellen.',
		'The clock of this server is %d seconds behind storewire\'s: refunds and signed-in chats are rejected. Ask your host to set it.'
			=> 'Die Uhr dieses Servers geht gegenüber der von storewire %d Sekunden nach: Erstattungen und Chats angemeldeter Kunden werden abgelehnt. Bitten Sie Ihren Hoster, sie zu stellen.',
		'storewire rejected %1$s: %2$s. It is sent again after its next change.'
			=> 'storewire hat %1$s abgelehnt: %2$s. Nach der nächsten Änderung wird es erneut gesendet.',
		'The import of your history has stopped: %s'
			=> 'Der Import Ihrer Historie wurde angehalten: %s',
		'The plugin\'s table cannot be written, so that changes are not noticed. Ask your host whether the database is full.'
			=> 'Die Tabelle des Plugins ist nicht beschreibbar, deshalb werden Änderungen nicht bemerkt. Fragen Sie Ihren Hoster, ob die Datenbank voll ist.',
		'An amount of the order is not a number, or is too large.'
			=> 'Ein Betrag der Bestellung ist keine Zahl oder zu groß.',
		'Support chats and refunds (storewire)'
			=> 'Support-Chats und Erstattungen (storewire)',
		'Refunds (storewire)'
			=> 'Erstattungen (storewire)',
		'Customer (storewire)'
			=> 'Kunde (storewire)',
		'Orders stay in storewire, since WooCommerce keeps them, too (WooCommerce, Settings, Accounts and privacy).'
			=> 'Bestellungen bleiben in storewire, weil auch WooCommerce sie behält (WooCommerce, Einstellungen, Konten und Datenschutz).',
		'The shop is disconnected from storewire. Erase the customer there.'
			=> 'Der Shop ist von storewire getrennt. Löschen Sie den Kunden dort.',
		'storewire could not erase %1$s: %2$s Repeat the request.'
			=> 'storewire konnte %1$s nicht löschen: %2$s Wiederholen Sie die Anfrage.',
		'Order'
			=> 'Bestellung',
		'Amount'
			=> 'Betrag',
		'Reason'
			=> 'Grund',
		'State'
			=> 'Stand',
		'Time'
			=> 'Zeit',
		'This refund is unknown.'
			=> 'Diese Erstattung ist unbekannt.',
		'A refund of this order is being made at the moment. Decide in a minute.'
			=> 'Gerade wird eine Erstattung dieser Bestellung gemacht. Entscheiden Sie in einer Minute.',
		'This refund no longer waits for a decision: %s.'
			=> 'Diese Erstattung wartet nicht mehr auf eine Entscheidung: %s.',
		'Decided: %1$s were refunded (storewire %2$s, by %3$s).'
			=> 'Entschieden: %1$s wurden erstattet (storewire %2$s, von %3$s).',
		'Decided: %1$s were not refunded (storewire %2$s, by %3$s).'
			=> 'Entschieden: %1$s wurden nicht erstattet (storewire %2$s, von %3$s).',
		'The shop is disconnected from storewire, so storewire does not get this decision. Let your agents settle the refund there.'
			=> 'Der Shop ist von storewire getrennt, deshalb erfährt storewire diese Entscheidung nicht. Lassen Sie Ihre Mitarbeiter die Erstattung dort abschließen.',
		'The request is too large.'
			=> 'Die Anfrage ist zu groß.',
		'The signature does not fit the signing secret of the shop, or its time is more than 5 minutes from the clock of the shop.'
			=> 'Die Signatur passt nicht zum Signaturschlüssel des Shops, oder ihre Zeit weicht mehr als 5 Minuten von der Uhr des Shops ab.',
		'The shop could not process the request. Its log of WooCommerce (source storewire) has the details.'
			=> 'Der Shop konnte die Anfrage nicht verarbeiten. Sein Protokoll von WooCommerce (Quelle storewire) enthält die Einzelheiten.',
		'The request is not JSON of the expected form.'
			=> 'Die Anfrage ist kein JSON der erwarteten Form.',
		'This version of the plugin does not have this type of request.'
			=> 'Diese Version des Plugins hat diese Art von Anfrage nicht.',
		'The shop is disconnected from storewire.'
			=> 'Der Shop ist von storewire getrennt.',
		'Another plugin has changed the amount of the refund from %1$s to %2$s, so it was not made.'
			=> 'Ein anderes Plugin hat den Betrag der Erstattung von %1$s auf %2$s geändert, deshalb wurde sie nicht gemacht.',
		'storewire makes a refund of this order at the moment. Load the order again in a minute.'
			=> 'storewire macht gerade eine Erstattung dieser Bestellung. Laden Sie die Bestellung in einer Minute neu.',
		'Another refund of this order was made a moment ago. Load the order again.'
			=> 'Gerade wurde eine andere Erstattung dieser Bestellung gemacht. Laden Sie die Bestellung neu.',
		'The order has no line %s.'
			=> 'Die Bestellung hat keine Position %s.',
		'Nothing of the line "%s" is left to refund.'
			=> 'Von der Position „%s“ kann nichts mehr erstattet werden.',
		'Only %1$s of the line "%2$s" can still be refunded.'
			=> 'Von der Position „%2$s“ können nur noch %1$s erstattet werden.',
		'PHP stopped while WooCommerce made this refund. The money was refunded. Check the stock and the e-mail to the customer.'
			=> 'PHP wurde beendet, während WooCommerce diese Erstattung machte. Das Geld wurde erstattet. Prüfen Sie den Lagerbestand und die E-Mail an den Kunden.',
		'PHP stopped before the payment method was asked to refund.'
			=> 'PHP wurde beendet, bevor die Zahlungsart um die Erstattung gebeten wurde.',
		'PHP stopped while the payment method was asked to refund.'
			=> 'PHP wurde beendet, während die Zahlungsart um die Erstattung gebeten wurde.',
		'WooCommerce would refund %1$s now, not %2$s: the order has changed since. Start the refund again.'
			=> 'WooCommerce würde jetzt %1$s erstatten, nicht %2$s: Die Bestellung hat sich seitdem geändert. Beginnen Sie die Erstattung erneut.',
		'The money was refunded, then an error occurred: %s'
			=> 'Das Geld wurde erstattet, dann trat ein Fehler auf: %s',
		'Refund #%1$s of %2$s was made on request of storewire (%3$s). Reason: %4$s'
			=> 'Die Erstattung Nr. %1$s über %2$s wurde auf Anfrage von storewire gemacht (%3$s). Grund: %4$s',
		'It is not certain whether %1$s were refunded (storewire %2$s). Look the payment up at the payment provider, then decide on the page of storewire in WordPress. %3$s'
			=> 'Es ist nicht sicher, ob %1$s erstattet wurden (storewire %2$s). Sehen Sie beim Zahlungsanbieter nach, dann entscheiden Sie auf der Seite von storewire in WordPress. %3$s',
		'A refund of %1$s is requested (storewire %2$s). Reason: %3$s. Make the refund, or do not, then decide on the page of storewire in WordPress.'
			=> 'Eine Erstattung über %1$s wird angefragt (storewire %2$s). Grund: %3$s. Machen Sie die Erstattung oder lassen Sie es, dann entscheiden Sie auf der Seite von storewire in WordPress.',
		'A refund of this order is being made. Ask again later.'
			=> 'Eine Erstattung dieser Bestellung wird gerade gemacht. Fragen Sie später erneut.',
		'%d refund of storewire needs your attention.'
			=> '%d Erstattung von storewire braucht Ihre Aufmerksamkeit.' . "\0" . '%d Erstattungen von storewire brauchen Ihre Aufmerksamkeit.',
		'Show refunds'
			=> 'Erstattungen anzeigen',
		'A refund needs your attention: see Refunds on this page.'
			=> 'Eine Erstattung braucht Ihre Aufmerksamkeit: siehe Erstattungen auf dieser Seite.',
		'Refunds'
			=> 'Erstattungen',
		'No refund waits for your decision.'
			=> 'Keine Erstattung wartet auf Ihre Entscheidung.',
		'%1$s of order #%2$s'
			=> '%1$s von Bestellung Nr. %2$s',
		'Reason: %1$s (%2$s, %3$s)'
			=> 'Grund: %1$s (%2$s, %3$s)',
		'storewire asks you to make this refund. Make it on the page of the order, then press "The money was refunded". Press "No money was refunded" if you refuse it.'
			=> 'storewire bittet Sie um diese Erstattung. Machen Sie sie auf der Seite der Bestellung, dann drücken Sie „Das Geld wurde erstattet“. Drücken Sie „Es wurde kein Geld erstattet“, wenn Sie sie ablehnen.',
		'It is not certain whether the money was refunded: %s'
			=> 'Es ist nicht sicher, ob das Geld erstattet wurde: %s',
		'Look the payment up at your payment provider before you decide. Do not refund again before that.'
			=> 'Sehen Sie bei Ihrem Zahlungsanbieter nach, bevor Sie entscheiden. Erstatten Sie vorher nicht noch einmal.',
		'In WooCommerce the refund is: %s.'
			=> 'In WooCommerce ist die Erstattung: %s.',
		'storewire shows it as "%s" and has kept your report. Let your agents look at it before they refund again.'
			=> 'storewire zeigt sie als „%s“ und hat Ihre Meldung gespeichert. Lassen Sie Ihre Mitarbeiter sie ansehen, bevor sie noch einmal erstatten.',
		'The connected storewire does not have this refund.'
			=> 'Das verbundene storewire hat diese Erstattung nicht.',
		'It could not be reported to storewire: %s Let your agents settle the refund there.'
			=> 'Sie konnte storewire nicht gemeldet werden: %s Lassen Sie Ihre Mitarbeiter die Erstattung dort abschließen.',
		'Do not show again'
			=> 'Nicht mehr anzeigen',
		'The money was refunded'
			=> 'Das Geld wurde erstattet',
		'No money was refunded'
			=> 'Es wurde kein Geld erstattet',
		'The shop has no order with this id.'
			=> 'Der Shop hat keine Bestellung mit dieser Kennung.',
		'The order is not paid, so there is nothing to refund.'
			=> 'Die Bestellung ist nicht bezahlt, deshalb gibt es nichts zu erstatten.',
		'The payment method of this order cannot make refunds. Refund the order by hand.'
			=> 'Die Zahlungsart dieser Bestellung kann nicht erstatten. Erstatten Sie die Bestellung von Hand.',
		'An earlier refund of this order waits for a decision in WordPress.'
			=> 'Eine frühere Erstattung dieser Bestellung wartet auf eine Entscheidung in WordPress.',
		'Nothing is left to refund.'
			=> 'Es kann nichts mehr erstattet werden.',
		'The field %s of the request is missing or invalid.'
			=> 'Das Feld %s der Anfrage fehlt oder ist ungültig.',
		'Refund endpoint: %s'
			=> 'Erstattungsadresse: %s',
		'Test refunds'
			=> 'Erstattungen testen',
		'storewire answers. It has no refund endpoint of this shop.'
			=> 'storewire antwortet. Es hat keine Erstattungsadresse dieses Shops.',
		'storewire answers. Refunds are switched off there.'
			=> 'storewire antwortet. Erstattungen sind dort ausgeschaltet.',
		'storewire answers. Refunds are switched on there.'
			=> 'storewire antwortet. Erstattungen sind dort eingeschaltet.',
		'The shop has no signing secret, so it refuses all refunds.'
			=> 'Der Shop hat keinen Signaturschlüssel, deshalb lehnt er alle Erstattungen ab.',
		'The shop does not reach its own refund endpoint: %s. storewire may reach it all the same: test it in storewire, under Settings, Refunds.'
			=> 'Der Shop erreicht seine eigene Erstattungsadresse nicht: %s. storewire erreicht sie vielleicht trotzdem: Testen Sie sie in storewire unter Settings, Refunds.',
		'The refund endpoint answers. Whether storewire reaches it from outside: test it in storewire, under Settings, Refunds.'
			=> 'Die Erstattungsadresse antwortet. Ob storewire sie von außen erreicht, testen Sie in storewire unter Settings, Refunds.',
		'The refund endpoint does not answer as it should: HTTP %1$s, %2$s. A plugin for security or caching may block it.'
			=> 'Die Erstattungsadresse antwortet nicht wie erwartet: HTTP %1$s, %2$s. Vielleicht blockiert sie ein Plugin für Sicherheit oder Cache.',
		'The shop reported that no money was refunded.'
			=> 'Der Shop hat gemeldet, dass kein Geld erstattet wurde.',
		'Defect'
			=> 'Mangel',
		'Not received'
			=> 'Nicht angekommen',
		'Return'
			=> 'Rückgabe',
		'Other reason'
			=> 'Anderer Grund',
		'in progress'
			=> 'in Arbeit',
		'made'
			=> 'gemacht',
		'refused'
			=> 'abgelehnt',
		'waits for a decision'
			=> 'wartet auf eine Entscheidung',
		'refunded'
			=> 'erstattet',
		'not refunded'
			=> 'nicht erstattet',
	),
);
