<?php
/**
 * What went wrong, for the shop's developers.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Writes into the log of WooCommerce, source `storewire`.
 */
class Storewire_Refund_Log {
	/**
	 * @param Throwable $error The error.
	 */
	public static function error( $error ) {
		wc_get_logger()->error(
			get_class( $error ) . ': ' . $error->getMessage() . ' in ' . $error->getFile() . ':' . $error->getLine(),
			array( 'source' => 'storewire' )
		);
	}
}
