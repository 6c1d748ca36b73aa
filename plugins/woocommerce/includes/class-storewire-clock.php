<?php
/**
 * The time.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * The shop's clock, which tests can set.
 */
class Storewire_Clock {
	/**
	 * Milliseconds since 1970, or null for the machine's clock.
	 *
	 * @var int|null
	 */
	public static $fixed_ms = null;

	/**
	 * @return int Milliseconds since 1970.
	 */
	public static function now_ms() {
		return null === self::$fixed_ms ? (int) floor( microtime( true ) * 1000 ) : self::$fixed_ms;
	}

	/**
	 * @return int Seconds since 1970.
	 */
	public static function now() {
		return intdiv( self::now_ms(), 1000 );
	}
}
