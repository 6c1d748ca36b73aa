<?php
/**
 * Runs when the plugin is deleted in WordPress: nothing of it stays.
 *
 * @package Storewire
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/includes/class-storewire-tables.php';

/**
 * Removes the tables and options of one site.
 */
function storewire_uninstall_site() {
	Storewire_Tables::drop();
	if ( function_exists( 'as_unschedule_all_actions' ) ) {
		// Switching the plugin off in a network of sites has ended the jobs of one of them only.
		as_unschedule_all_actions( '', array(), 'storewire' );
		as_unschedule_all_actions( '', array(), 'storewire-refunds' );
	}
	foreach ( array( 'connection', 'settings', 'queue', 'history', 'state' ) as $storewire_option ) {
		delete_option( "storewire_$storewire_option" );
	}
}

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $storewire_site ) {
		switch_to_blog( $storewire_site );
		storewire_uninstall_site();
		restore_current_blog();
	}
} else {
	storewire_uninstall_site();
}
