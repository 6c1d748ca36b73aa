<?php
/**
 * Addresses of people.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Addresses of orders and customers, which have the same getters.
 */
class Storewire_Addresses {
	/**
	 * @param WC_Order|WC_Customer $owner Whose address it is.
	 * @param string               $part  `billing` or `shipping`.
	 * @return array|null Null if there is none.
	 */
	public static function of( $owner, $part ) {
		$values = array(
			'company'    => self::read( $owner, $part, 'company' ),
			'line1'      => self::read( $owner, $part, 'address_1' ),
			'line2'      => self::read( $owner, $part, 'address_2' ),
			'city'       => self::read( $owner, $part, 'city' ),
			'region'     => self::read( $owner, $part, 'state' ),
			'postalCode' => self::read( $owner, $part, 'postcode' ),
			'country'    => Storewire_Values::country( self::read( $owner, $part, 'country' ) ),
		);
		// A name or a country alone is no address: a shop fills in the country by itself.
		if ( array() === array_filter( array_diff_key( $values, array( 'country' => 0 ) ) ) ) {
			return null;
		}
		$values['name']  = Storewire_Values::text( self::read( $owner, $part, 'first_name' ) . ' ' . self::read( $owner, $part, 'last_name' ) );
		$values['phone'] = self::read( $owner, $part, 'phone' );
		return array_filter( $values );
	}

	/**
	 * @param WC_Order|WC_Customer $owner Whose address it is.
	 * @param string               $part  `billing` or `shipping`.
	 * @param string               $name  Such as `city`.
	 * @return string|null
	 */
	private static function read( $owner, $part, $name ) {
		$method = "get_{$part}_{$name}";
		// Shops before WooCommerce 5.6 have no phone of a shipping address.
		return is_callable( array( $owner, $method ) ) ? Storewire_Values::text( $owner->$method( 'edit' ) ) : null;
	}
}
