<?php
/**
 * Texts of the plugin. Where a text has a plural, both forms are joined by a NUL.
 *
 * @package Storewire
 */

return array(
	'domain'       => 'storewire',
	'language'     => 'fr',
	'plural-forms' => 'nplurals=2; plural=n > 1;',
	'messages'     => array(
		'The shop is connected already. Disconnect it first.'
			=> 'La boutique est déjà connectée. Déconnectez-la d’abord.',
		'Reading it failed: %s'
			=> 'La lecture a échoué : %s',
		'This site is a copy of a connected shop, or its address has changed: nothing is sent, and the chat is not shown. If it needs storewire, connect it with its own code.'
			=> 'Ce site est une copie d’une boutique connectée, ou son adresse a changé depuis : rien n’est envoyé et le chat n’est pas affiché. S’il a besoin de storewire, connectez-le avec un code à lui.',
		'You may not manage this shop.'
			=> 'Vous ne pouvez pas gérer cette boutique.',
		'Disconnected.'
			=> 'Déconnecté.',
		'storewire answers. Waiting changes are sent now.'
			=> 'storewire répond. Les modifications en attente sont envoyées maintenant.',
		'Saved.'
			=> 'Enregistré.',
		'Settings'
			=> 'Réglages',
		'storewire has disconnected this shop: nothing is sent, and the chat is not shown.'
			=> 'storewire a déconnecté cette boutique : rien n’est envoyé et le chat n’est pas affiché.',
		'Connect again'
			=> 'Reconnecter',
		'Connect this shop'
			=> 'Connecter cette boutique',
		'Open the page Shop in your storewire, choose WooCommerce, and copy the connection code.'
			=> 'Ouvrez la page Shop de votre storewire, choisissez WooCommerce et copiez le code de connexion.',
		'Paste it here. It is valid for 30 minutes.'
			=> 'Collez-le ici. Il est valable 30 minutes.',
		'Go back to storewire and press Connect.'
			=> 'Revenez à storewire et appuyez sur Connect.',
		'Connection code'
			=> 'Code de connexion',
		'Then storewire gets customers, products and orders of this shop, and the chat window is shown on its pages. Passwords and payment data are never sent.'
			=> 'storewire reçoit ensuite les clients, les produits et les commandes de cette boutique, et la fenêtre de chat s’affiche sur ses pages. Les mots de passe et les données de paiement ne sont jamais envoyés.',
		'Connect'
			=> 'Connecter',
		'Test the connection and send now'
			=> 'Tester la connexion et envoyer maintenant',
		'History'
			=> 'Historique',
		'Sends all customers, products and orders that the shop already has. It runs in the background and continues after an interruption. You may start it again at any time: nothing is stored twice.'
			=> 'Envoie tous les clients, produits et commandes que la boutique possède déjà. L’import se fait en arrière-plan et reprend après une interruption. Vous pouvez le relancer à tout moment : rien n’est enregistré deux fois.',
		'Continue the import'
			=> 'Reprendre l’import',
		'Import my history'
			=> 'Importer mon historique',
		'Chat'
			=> 'Chat',
		'Show the chat window on the pages of the shop'
			=> 'Afficher la fenêtre de chat sur les pages de la boutique',
		'Pages without the chat, one a line'
			=> 'Pages sans chat, une par ligne',
		'The part of the address after the host, such as /checkout/. /blog/* is every page below /blog/. If a plugin caches your pages, empty its cache after a change here.'
			=> 'La partie de l’adresse après l’hôte, par exemple /checkout/. /blog/* désigne toutes les pages sous /blog/. Si une extension met vos pages en cache, videz ce cache après un changement.',
		'Save'
			=> 'Enregistrer',
		'Disconnect'
			=> 'Déconnecter',
		'Nothing more is sent, the chat is no longer shown, and storewire can no longer ask for refunds. What storewire has got stays there until you erase it.'
			=> 'Plus rien n’est envoyé, le chat n’est plus affiché et storewire ne peut plus demander de remboursements. Ce que storewire a déjà reçu y reste jusqu’à ce que vous l’effaciez.',
		'Waiting for a click on Connect in storewire (%s).'
			=> 'En attente d’un clic sur Connect dans storewire (%s).',
		'Open its page Shop: it shows that %s asks. Press Connect there.'
			=> 'Ouvrez sa page Shop : elle montre la demande de %s. Appuyez-y sur Connect.',
		'Cancel'
			=> 'Annuler',
		'Connected to "%1$s" at %2$s'
			=> 'Connecté à « %1$s » sur %2$s',
		'This plugin is version %1$s, storewire is %2$s. Download the newer plugin and upload it under Plugins, Add New.'
			=> 'Cette extension est en version %1$s, storewire en version %2$s. Téléchargez la nouvelle extension et téléversez-la sous Extensions, Ajouter.',
		'Download'
			=> 'Télécharger',
		'%1$s The next try is in %2$s.'
			=> '%1$s Le prochain essai a lieu dans %2$s.',
		'Nothing waits to be sent.'
			=> 'Rien n’est en attente d’envoi.',
		'%d changed object waits to be sent.'
			=> '%d modification est en attente d’envoi.' . "\0" . '%d modifications sont en attente d’envoi.',
		'Last sent %s ago.'
			=> 'Dernier envoi il y a %s.',
		'%1$d customers, %2$d products, %3$d orders'
			=> '%1$d clients, %2$d produits, %3$d commandes',
		'Importing your history: %1$d %%. Sent so far: %2$s.'
			=> 'Import de votre historique : %1$d %%. Déjà envoyé : %2$s.',
		'Your history is imported: %s.'
			=> 'Votre historique est importé : %s.',
		'%1$d object of your history was rejected: %2$s'
			=> '%1$d objet de votre historique a été refusé : %2$s' . "\0" . '%1$d objets de votre historique ont été refusés, le dernier : %2$s',
		'storewire has disconnected this shop, or its key was revoked. Nothing is sent and the chat is not shown. What has changed since is sent after you connect again.'
			=> 'storewire a déconnecté cette boutique, ou sa clé a été révoquée. Rien n’est envoyé et le chat n’est pas affiché. Ce qui a changé depuis sera envoyé après une nouvelle connexion.',
		'A text of the shop is not valid UTF-8.'
			=> 'Un texte de la boutique n’est pas de l’UTF-8 valide.',
		'The shop is not connected to storewire.'
			=> 'La boutique n’est pas connectée à storewire.',
		'storewire could not be reached at %1$s: %2$s'
			=> 'storewire n’a pas pu être joint à l’adresse %1$s : %2$s',
		'The response of %s was not one of storewire: something else answers at this address.'
			=> 'La réponse de %s ne vient pas de storewire : autre chose répond à cette adresse.',
		'The response of %1$s was not one of storewire (HTTP %2$d): a proxy or something else answers at this address.'
			=> 'La réponse de %1$s ne vient pas de storewire (HTTP %2$d) : un proxy ou autre chose répond à cette adresse.',
		'storewire could not process all of it: its log has the reason.'
			=> 'storewire n’a pas pu tout traiter : la raison est dans son journal.',
		'This is not a connection code. Copy the whole code from the page Shop of storewire: it begins with https:// and contains #cc_.'
			=> 'Ce n’est pas un code de connexion. Copiez le code entier depuis la page Shop de storewire : il commence par https:// et contient #cc_.',
		'Connected without refunds: storewire cannot call this shop. %s'
			=> 'Connecté sans remboursements : storewire ne peut pas appeler cette boutique. %s',
		'Disconnected here, but storewire could not be informed: press Disconnect on its page Shop, too. %s'
			=> 'Déconnecté ici, mais storewire n’a pas pu être informé : appuyez aussi sur Disconnect sur sa page Shop. %s',
		'The connection was refused in storewire. Ask there for a new code if this is your shop.'
			=> 'La connexion a été refusée dans storewire. Demandez-y un nouveau code si c’est votre boutique.',
		'The keys of this connection were sent before and did not arrive. Press Disconnect on the page Shop of storewire, and make a new code.'
			=> 'Les clés de cette connexion ont déjà été envoyées et ne sont pas arrivées. Appuyez sur Disconnect sur la page Shop de storewire et créez un nouveau code.',
		'The code has expired: it is valid for 30 minutes. Make a new one on the page Shop of storewire.'
			=> 'Le code a expiré : il est valable 30 minutes. Créez-en un nouveau sur la page Shop de storewire.',
		'The shop\'s server opens this connection: if the address works in your browser, ask your host whether a firewall blocks it.'
			=> 'C’est le serveur de la boutique qui ouvre cette connexion : si l’adresse fonctionne dans votre navigateur, demandez à votre hébergeur si un pare-feu la bloque.',
		'This code is unknown or has expired: it is valid for 30 minutes. Make a new one on the page Shop of storewire.'
			=> 'Ce code est inconnu ou a expiré : il est valable 30 minutes. Créez-en un nouveau sur la page Shop de storewire.',
		'This code was used already, perhaps by somebody else. Look at the page Shop of storewire, and make a new code.'
			=> 'Ce code a déjà été utilisé, peut-être par quelqu’un d’autre. Regardez la page Shop de storewire et créez un nouveau code.',
		'WordPress\'s background tasks are switched off (DISABLE_WP_CRON in wp-config.php), and nothing else calls wp-cron.php: changes are sent late or not at all. Let your host call wp-cron.php every minute.'
			=> 'Les tâches de fond de WordPress sont désactivées (DISABLE_WP_CRON dans wp-config.php), et rien d’autre n’appelle wp-cron.php : les modifications partent en retard ou pas du tout. Demandez à votre hébergeur d’appeler wp-cron.php chaque minute.',
		'WordPress\'s background tasks have not run for 45 minutes: changes are sent late or not at all. Look at WooCommerce, Status, Scheduled Actions, or let your host call wp-cron.php every minute.'
			=> 'Les tâches de fond de WordPress n’ont pas tourné depuis 45 minutes : les modifications partent en retard ou pas du tout. Regardez sous WooCommerce, État, Actions planifiées, ou demandez à votre hébergeur d’appeler wp-cron.php chaque minute.',
		'The clock of this server is %d seconds ahead of storewire\'s: refunds and signed-in chats are rejected. Ask your host to set it.'
			=> 'L’horloge de ce serveur avance de %d secondes sur celle de storewire : les remboursements et les chats des clients connectés sont refusés. Demandez à votre hébergeur de la régler.',
		'The clock of this server is %d seconds behind storewire\'s: refunds and signed-in chats are rejected. Ask your host to set it.'
			=> 'L’horloge de ce serveur retarde de %d secondes sur celle de storewire : les remboursements et les chats des clients connectés sont refusés. Demandez à votre hébergeur de la régler.',
		'storewire rejected %1$s: %2$s. It is sent again after its next change.'
			=> 'storewire a refusé %1$s : %2$s. L’objet est renvoyé après sa prochaine modification.',
		'The import of your history has stopped: %s'
			=> 'L’import de votre historique s’est arrêté : %s',
		'The plugin\'s table cannot be written, so that changes are not noticed. Ask your host whether the database is full.'
			=> 'La table de l’extension ne peut pas être écrite, les modifications ne sont donc pas remarquées. Demandez à votre hébergeur si la base de données est pleine.',
		'An amount of the order is not a number, or is too large.'
			=> 'Un montant de la commande n’est pas un nombre ou est trop grand.',
		'Support chats and refunds (storewire)'
			=> 'Chats d’assistance et remboursements (storewire)',
		'Refunds (storewire)'
			=> 'Remboursements (storewire)',
		'Customer (storewire)'
			=> 'Client (storewire)',
		'Orders stay in storewire, since WooCommerce keeps them, too (WooCommerce, Settings, Accounts and privacy).'
			=> 'Les commandes restent dans storewire, car WooCommerce les conserve aussi (WooCommerce, Réglages, Comptes et confidentialité).',
		'The shop is disconnected from storewire. Erase the customer there.'
			=> 'La boutique est déconnectée de storewire. Effacez-y le client.',
		'storewire could not erase %1$s: %2$s Repeat the request.'
			=> 'storewire n’a pas pu effacer %1$s : %2$s Répétez la demande.',
		'Order'
			=> 'Commande',
		'Amount'
			=> 'Montant',
		'Reason'
			=> 'Motif',
		'State'
			=> 'État',
		'Time'
			=> 'Heure',
		'This refund is unknown.'
			=> 'Ce remboursement est inconnu.',
		'A refund of this order is being made at the moment. Decide in a minute.'
			=> 'Un remboursement de cette commande est en cours. Décidez dans une minute.',
		'This refund no longer waits for a decision: %s.'
			=> 'Ce remboursement n’attend plus de décision : %s.',
		'Decided: %1$s were refunded (storewire %2$s, by %3$s).'
			=> 'Décidé : %1$s ont été remboursés (storewire %2$s, par %3$s).',
		'Decided: %1$s were not refunded (storewire %2$s, by %3$s).'
			=> 'Décidé : %1$s n’ont pas été remboursés (storewire %2$s, par %3$s).',
		'The shop is disconnected from storewire, so storewire does not get this decision. Let your agents settle the refund there.'
			=> 'La boutique est déconnectée de storewire, qui ne reçoit donc pas cette décision. Demandez à vos agents d’y clore le remboursement.',
		'The request is too large.'
			=> 'La requête est trop grande.',
		'The signature does not fit the signing secret of the shop, or its time is more than 5 minutes from the clock of the shop.'
			=> 'La signature ne correspond pas au secret de signature de la boutique, ou son heure diffère de plus de 5 minutes de l’horloge de la boutique.',
		'The shop could not process the request. Its log of WooCommerce (source storewire) has the details.'
			=> 'La boutique n’a pas pu traiter la requête. Son journal WooCommerce (source storewire) contient les détails.',
		'The request is not JSON of the expected form.'
			=> 'La requête n’est pas du JSON de la forme attendue.',
		'This version of the plugin does not have this type of request.'
			=> 'Cette version de l’extension n’a pas ce type de requête.',
		'The shop is disconnected from storewire.'
			=> 'La boutique est déconnectée de storewire.',
		'Another plugin has changed the amount of the refund from %1$s to %2$s, so it was not made.'
			=> 'Une autre extension a changé le montant du remboursement de %1$s à %2$s, il n’a donc pas été effectué.',
		'storewire makes a refund of this order at the moment. Load the order again in a minute.'
			=> 'storewire effectue en ce moment un remboursement de cette commande. Rechargez la commande dans une minute.',
		'Another refund of this order was made a moment ago. Load the order again.'
			=> 'Un autre remboursement de cette commande vient d’être effectué. Rechargez la commande.',
		'The order has no line %s.'
			=> 'La commande n’a pas de ligne %s.',
		'Nothing of the line "%s" is left to refund.'
			=> 'Il ne reste rien à rembourser de la ligne « %s ».',
		'Only %1$s of the line "%2$s" can still be refunded.'
			=> 'Seuls %1$s de la ligne « %2$s » peuvent encore être remboursés.',
		'PHP stopped while WooCommerce made this refund. The money was refunded. Check the stock and the e-mail to the customer.'
			=> 'PHP s’est arrêté pendant que WooCommerce effectuait ce remboursement. L’argent a été remboursé. Vérifiez le stock et l’e-mail au client.',
		'PHP stopped before the payment method was asked to refund.'
			=> 'PHP s’est arrêté avant que le remboursement soit demandé au moyen de paiement.',
		'PHP stopped while the payment method was asked to refund.'
			=> 'PHP s’est arrêté pendant que le remboursement était demandé au moyen de paiement.',
		'WooCommerce would refund %1$s now, not %2$s: the order has changed since. Start the refund again.'
			=> 'WooCommerce rembourserait maintenant %1$s, et non %2$s : la commande a changé depuis. Recommencez le remboursement.',
		'The money was refunded, then an error occurred: %s'
			=> 'L’argent a été remboursé, puis une erreur s’est produite : %s',
		'Refund #%1$s of %2$s was made on request of storewire (%3$s). Reason: %4$s'
			=> 'Le remboursement nº %1$s de %2$s a été effectué à la demande de storewire (%3$s). Motif : %4$s',
		'It is not certain whether %1$s were refunded (storewire %2$s). Look the payment up at the payment provider, then decide on the page of storewire in WordPress. %3$s'
			=> 'Il n’est pas certain que %1$s aient été remboursés (storewire %2$s). Vérifiez le paiement chez le prestataire, puis décidez sur la page de storewire dans WordPress. %3$s',
		'A refund of %1$s is requested (storewire %2$s). Reason: %3$s. Make the refund, or do not, then decide on the page of storewire in WordPress.'
			=> 'Un remboursement de %1$s est demandé (storewire %2$s). Motif : %3$s. Effectuez le remboursement ou non, puis décidez sur la page de storewire dans WordPress.',
		'A refund of this order is being made. Ask again later.'
			=> 'Un remboursement de cette commande est en cours. Réessayez plus tard.',
		'%d refund of storewire needs your attention.'
			=> '%d remboursement de storewire demande votre attention.' . "\0" . '%d remboursements de storewire demandent votre attention.',
		'Show refunds'
			=> 'Afficher les remboursements',
		'A refund needs your attention: see Refunds on this page.'
			=> 'Un remboursement demande votre attention : voir Remboursements sur cette page.',
		'Refunds'
			=> 'Remboursements',
		'No refund waits for your decision.'
			=> 'Aucun remboursement n’attend votre décision.',
		'%1$s of order #%2$s'
			=> '%1$s de la commande nº %2$s',
		'Reason: %1$s (%2$s, %3$s)'
			=> 'Motif : %1$s (%2$s, %3$s)',
		'storewire asks you to make this refund. Make it on the page of the order, then press "The money was refunded". Press "No money was refunded" if you refuse it.'
			=> 'storewire vous demande d’effectuer ce remboursement. Effectuez-le sur la page de la commande, puis appuyez sur « L’argent a été remboursé ». Appuyez sur « Rien n’a été remboursé » si vous le refusez.',
		'It is not certain whether the money was refunded: %s'
			=> 'Il n’est pas certain que l’argent ait été remboursé : %s',
		'Look the payment up at your payment provider before you decide. Do not refund again before that.'
			=> 'Vérifiez le paiement chez votre prestataire avant de décider. Ne remboursez pas de nouveau avant cela.',
		'In WooCommerce the refund is: %s.'
			=> 'Dans WooCommerce, le remboursement est : %s.',
		'storewire shows it as "%s" and has kept your report. Let your agents look at it before they refund again.'
			=> 'storewire l’affiche comme « %s » et a conservé votre rapport. Demandez à vos agents de le vérifier avant de rembourser de nouveau.',
		'The connected storewire does not have this refund.'
			=> 'Le storewire connecté n’a pas ce remboursement.',
		'It could not be reported to storewire: %s Let your agents settle the refund there.'
			=> 'Il n’a pas pu être signalé à storewire : %s Demandez à vos agents d’y clore le remboursement.',
		'Do not show again'
			=> 'Ne plus afficher',
		'The money was refunded'
			=> 'L’argent a été remboursé',
		'No money was refunded'
			=> 'Rien n’a été remboursé',
		'The shop has no order with this id.'
			=> 'La boutique n’a pas de commande avec cet identifiant.',
		'The order is not paid, so there is nothing to refund.'
			=> 'La commande n’est pas payée, il n’y a donc rien à rembourser.',
		'The payment method of this order cannot make refunds. Refund the order by hand.'
			=> 'Le moyen de paiement de cette commande ne peut pas rembourser. Remboursez la commande à la main.',
		'An earlier refund of this order waits for a decision in WordPress.'
			=> 'Un remboursement antérieur de cette commande attend une décision dans WordPress.',
		'Nothing is left to refund.'
			=> 'Il ne reste rien à rembourser.',
		'The field %s of the request is missing or invalid.'
			=> 'Le champ %s de la requête manque ou n’est pas valide.',
		'Refund endpoint: %s'
			=> 'Adresse de remboursement : %s',
		'Test refunds'
			=> 'Tester les remboursements',
		'storewire answers. It has no refund endpoint of this shop.'
			=> 'storewire répond. Il n’a pas d’adresse de remboursement de cette boutique.',
		'storewire answers. Refunds are switched off there.'
			=> 'storewire répond. Les remboursements y sont désactivés.',
		'storewire answers. Refunds are switched on there.'
			=> 'storewire répond. Les remboursements y sont activés.',
		'The shop has no signing secret, so it refuses all refunds.'
			=> 'La boutique n’a pas de secret de signature, elle refuse donc tous les remboursements.',
		'The shop does not reach its own refund endpoint: %s. storewire may reach it all the same: test it in storewire, under Settings, Refunds.'
			=> 'La boutique n’atteint pas sa propre adresse de remboursement : %s. storewire l’atteint peut-être quand même : testez-la dans storewire, sous Settings, Refunds.',
		'The refund endpoint answers. Whether storewire reaches it from outside: test it in storewire, under Settings, Refunds.'
			=> 'L’adresse de remboursement répond. Pour savoir si storewire l’atteint de l’extérieur, testez-la dans storewire, sous Settings, Refunds.',
		'The refund endpoint does not answer as it should: HTTP %1$s, %2$s. A plugin for security or caching may block it.'
			=> 'L’adresse de remboursement ne répond pas comme prévu : HTTP %1$s, %2$s. Une extension de sécurité ou de cache la bloque peut-être.',
		'The shop reported that no money was refunded.'
			=> 'La boutique a signalé que rien n’a été remboursé.',
		'Defect'
			=> 'Défaut',
		'Not received'
			=> 'Non reçu',
		'Return'
			=> 'Retour',
		'Other reason'
			=> 'Autre motif',
		'in progress'
			=> 'en cours',
		'made'
			=> 'effectué',
		'refused'
			=> 'refusé',
		'waits for a decision'
			=> 'attend une décision',
		'refunded'
			=> 'remboursé',
		'not refunded'
			=> 'non remboursé',
	),
);
