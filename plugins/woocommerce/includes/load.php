<?php
/**
 * What the plugin is made of.
 *
 * @package Storewire
 */

/**
 * The files of the plugin. Each has one class, and loading it has no effect.
 *
 * @return string[] Names between `class-storewire-` and `.php`.
 */
function storewire_files() {
	return array(
		'tables',
		'texts',
		'clock',
		'settings',
		'connection',
		'answer',
		'api',
		'marks',
		'queue',
		'jobs',
		'hooks',
		'money',
		'values',
		'addresses',
		'order-mapping',
		'item-mapping',
		'shipment-mapping',
		'product-mapping',
		'variant-mapping',
		'customer-mapping',
		'objects',
		'all-ids',
		'batches',
		'sender',
		'history',
		'history-page',
		'history-runner',
		'pairing',
		'state',
		'problems',
		'identity',
		'signed-in',
		'chat',
		'admin-page',
		'admin-sections',
		'admin-actions',
		'admin-status',
		'micros',
		'refusal',
		'signature',
		'refund-words',
		'refund-log',
		'refund-request',
		'refund-table',
		'refund-records',
		'refund-store',
		'refund-lock',
		'refund-lines',
		'refund-quote',
		'refund-guard',
		'refund-maker',
		'refund-watch',
		'refund-decisions',
		'refund-notices',
		'refund-test',
		'refund-endpoint',
		'privacy',
	);
}

/**
 * The parts that listen to WordPress and WooCommerce.
 *
 * @return string[] Classes with a static method `register()`, which adds their hooks.
 */
function storewire_parts() {
	return array(
		'Storewire_Jobs',
		'Storewire_Hooks',
		'Storewire_Objects',
		'Storewire_Sender',
		'Storewire_History_Runner',
		'Storewire_Pairing',
		'Storewire_State',
		'Storewire_Identity',
		'Storewire_Signed_In',
		'Storewire_Chat',
		'Storewire_Admin_Page',
		'Storewire_Admin_Actions',
		'Storewire_Admin_Status',
		'Storewire_Refund_Endpoint',
		'Storewire_Refund_Guard',
		'Storewire_Refund_Watch',
		'Storewire_Refund_Notices',
		'Storewire_Refund_Test',
		'Storewire_Privacy',
	);
}
