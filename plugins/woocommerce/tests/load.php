<?php
/**
 * Loads the plugin with the stand-ins in place of WordPress and WooCommerce.
 *
 * @package Storewire
 */

define( 'ABSPATH', __DIR__ . '/stand-ins/' );
define( 'STOREWIRE_VERSION', '1.2.0' );
define( 'STOREWIRE_FILE', dirname( __DIR__ ) . '/storewire.php' );
define( 'STOREWIRE_DIR', dirname( __DIR__ ) );

require __DIR__ . '/harness.php';
require __DIR__ . '/stand-ins/wordpress.php';
require __DIR__ . '/stand-ins/woocommerce.php';
require __DIR__ . '/stand-ins/refunds.php';
require STOREWIRE_DIR . '/includes/load.php';
foreach ( storewire_files() as $name ) {
	// What has SQL is in memory here.
	$stand_in = __DIR__ . "/stand-ins/class-storewire-$name.php";
	require is_file( $stand_in ) ? $stand_in : STOREWIRE_DIR . "/includes/class-storewire-$name.php";
}
unset( $name, $stand_in );
