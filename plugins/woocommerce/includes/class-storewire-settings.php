<?php
/**
 * What the shop's owner has set in the plugin.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * The chat's switch and the pages without it.
 */
class Storewire_Settings {
	const OPTION = 'storewire_settings';

	const DEFAULTS = array(
		'chat'         => true,
		'hidden_paths' => array(),
	);

	/**
	 * @param string $name A key of DEFAULTS.
	 * @return mixed
	 */
	public static function get( $name ) {
		$stored = get_option( self::OPTION, array() );
		return isset( $stored[ $name ] ) ? $stored[ $name ] : self::DEFAULTS[ $name ];
	}

	/**
	 * @param array $values By the keys of DEFAULTS.
	 */
	public static function set( array $values ) {
		update_option( self::OPTION, $values + get_option( self::OPTION, array() ) );
	}
}
