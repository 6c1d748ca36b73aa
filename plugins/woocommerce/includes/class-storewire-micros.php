<?php
/**
 * Amounts as WooCommerce stores them, in whole millionths.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce stores totals of items with up to 6 decimals. As whole numbers they add up exactly.
 */
class Storewire_Micros {
	const DIGITS = 6;

	/** Beyond this a number of PHP no longer has 6 exact decimals. */
	const MAX = 9e9;

	/**
	 * @param mixed $amount A number or decimal text; '' is 0, as everywhere in WooCommerce.
	 * @return int Millionths.
	 * @throws Storewire_Refusal `bad_amount` for what is not an amount: filters of plugins may return anything.
	 */
	public static function of( $amount ) {
		if ( '' === $amount || null === $amount ) {
			return 0;
		}
		if ( ! is_numeric( $amount ) || is_nan( (float) $amount ) || abs( (float) $amount ) > self::MAX ) {
			throw new Storewire_Refusal( 'bad_amount', __( 'An amount of the order is not a number, or is too large.', 'storewire' ) );
		}
		return (int) round( (float) $amount * 1e6 );
	}

	/**
	 * @param int $micros Millionths.
	 * @return string Decimal text, such as `-0.5`.
	 */
	public static function decimal( $micros ) {
		$text = sprintf( '%s%d.%06d', $micros < 0 ? '-' : '', intdiv( abs( $micros ), 1000000 ), abs( $micros ) % 1000000 );
		return rtrim( rtrim( $text, '0' ), '.' );
	}

	/**
	 * @param int $micros Millionths.
	 * @param int $digits Decimals to keep, at most 6.
	 * @return int Millionths, rounded half away from zero, as WooCommerce rounds prices.
	 */
	public static function round( $micros, $digits ) {
		$unit = self::unit( $digits );
		return ( $micros < 0 ? -1 : 1 ) * intdiv( abs( $micros ) + intdiv( $unit, 2 ), $unit ) * $unit;
	}

	/**
	 * @param int $micros Millionths, 0 or more.
	 * @param int $digits Decimals to keep.
	 * @return int Millionths, rounded down.
	 */
	public static function floor( $micros, $digits ) {
		return $micros - $micros % self::unit( $digits );
	}

	/**
	 * @param int $digits Decimals.
	 * @return int The millionths of the smallest amount with so many decimals.
	 */
	public static function unit( $digits ) {
		return (int) pow( 10, self::DIGITS - min( self::DIGITS, max( 0, $digits ) ) );
	}
}
