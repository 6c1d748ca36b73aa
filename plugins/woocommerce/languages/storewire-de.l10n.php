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
	),
);
