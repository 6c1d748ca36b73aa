<?php
/**
 * Plugin Name: storewire for WooCommerce
 * Description: Connects the shop to your own storewire: orders, products and customers for support, the chat window, and refunds that the shop makes itself.
 * Version: 0.0.0-dev
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 8.2
 * License: MIT
 * Text Domain: storewire
 * Domain Path: /languages
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

define( 'STOREWIRE_VERSION', '0.0.0-dev' );
define( 'STOREWIRE_FILE', __FILE__ );
define( 'STOREWIRE_DIR', __DIR__ );

require_once STOREWIRE_DIR . '/includes/load.php';
foreach ( storewire_files() as $storewire_file ) {
	require_once STOREWIRE_DIR . "/includes/class-storewire-$storewire_file.php";
}
unset( $storewire_file );

register_activation_hook( __FILE__, array( 'Storewire_Tables', 'create' ) );
register_deactivation_hook( __FILE__, array( 'Storewire_Jobs', 'unschedule' ) );

// WooCommerce asks whether a plugin works with orders in tables of their own.
add_action(
	'before_woocommerce_init',
	static function () {
		if ( class_exists( 'Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
			Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', __FILE__, true );
			Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', __FILE__, true );
		}
	}
);

add_action( 'init', array( 'Storewire_Texts', 'load' ), 0 );

add_action(
	'plugins_loaded',
	static function () {
		if ( ! class_exists( 'WooCommerce' ) ) {
			return;
		}
		Storewire_Tables::update();
		foreach ( storewire_parts() as $part ) {
			call_user_func( array( $part, 'register' ) );
		}
	}
);
