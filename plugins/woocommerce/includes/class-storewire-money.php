<?php
/**
 * Amounts.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Amounts of WooCommerce, which are decimal texts, and those of storewire, which are whole numbers in minor units.
 */
class Storewire_Money {
	/** Digits of currencies that do not have two, by ISO 4217. */
	const DIGITS = array(
		0 => 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
		3 => 'BHD IQD JOD KWD LYD OMR TND',
		4 => 'CLF UYW',
	);

	/**
	 * @param string $currency ISO 4217 code.
	 * @return int How many digits its amounts have after the point.
	 */
	public static function digits( $currency ) {
		foreach ( self::DIGITS as $digits => $currencies ) {
			if ( in_array( $currency, explode( ' ', $currencies ), true ) ) {
				return $digits;
			}
		}
		return 2;
	}

	/**
	 * Rounds half up, away from zero, as WooCommerce shows amounts.
	 *
	 * @param string|float|int $amount   Decimal, such as `12.345`.
	 * @param string           $currency ISO 4217 code.
	 * @return int Minor units, such as 1235.
	 */
	public static function minor( $amount, $currency ) {
		$digits = self::digits( $currency );
		// More digits than a float is sure of would show its last one: 1.005 is 1.00499999999999989.
		$text     = wc_format_decimal( $amount, 8 );
		$negative = '' !== $text && '-' === $text[0];
		$parts    = explode( '.', ltrim( $text, '-' ) . '.' );
		$fraction = str_pad( $parts[1], $digits + 1, '0' );
		$minor    = (int) ( $parts[0] . substr( $fraction, 0, $digits ) );
		if ( (int) $fraction[ $digits ] >= 5 ) {
			++$minor;
		}
		return $negative ? -$minor : $minor;
	}

	/**
	 * @param string|float|int $amount   Decimal.
	 * @param string           $currency ISO 4217 code.
	 * @return int Minor units, never negative: storewire's amounts are not.
	 */
	public static function positive( $amount, $currency ) {
		return max( 0, self::minor( $amount, $currency ) );
	}

	/**
	 * @param int    $minor    Minor units, such as 1250.
	 * @param string $currency ISO 4217 code.
	 * @return string Decimal, such as `12.50`.
	 */
	public static function decimal( $minor, $currency ) {
		$digits = self::digits( $currency );
		$text   = str_pad( (string) abs( $minor ), $digits + 1, '0', STR_PAD_LEFT );
		$whole  = substr( $text, 0, strlen( $text ) - $digits );
		return ( $minor < 0 ? '-' : '' ) . $whole . ( 0 === $digits ? '' : '.' . substr( $text, -$digits ) );
	}
}
