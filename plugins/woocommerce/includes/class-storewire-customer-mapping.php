<?php
/**
 * Customers of WooCommerce as storewire takes them.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Users who buy. Totals are left out: storewire counts them from the orders.
 */
class Storewire_Customer_Mapping {
	/**
	 * @param WC_Customer $customer A customer.
	 * @return array Without `updatedAt`.
	 */
	public static function map( $customer ) {
		$first = Storewire_Values::text( $customer->get_first_name( 'edit' ) );
		$last  = Storewire_Values::text( $customer->get_last_name( 'edit' ) );
		$first = null === $first ? Storewire_Values::text( $customer->get_billing_first_name( 'edit' ) ) : $first;
		$last  = null === $last ? Storewire_Values::text( $customer->get_billing_last_name( 'edit' ) ) : $last;
		return array(
			'id'        => (string) $customer->get_id(),
			'email'     => Storewire_Values::email( $customer->get_email( 'edit' ) ),
			'name'      => Storewire_Values::text( "$first $last" ),
			'firstName' => $first,
			'lastName'  => $last,
			'phone'     => Storewire_Values::text( $customer->get_billing_phone( 'edit' ) ),
			'locale'    => self::locale( $customer->get_id() ),
			'createdAt' => Storewire_Values::time( $customer->get_date_created( 'edit' ) ),
			'addresses' => self::addresses( $customer ),
		);
	}

	/**
	 * @param WP_User $user A user.
	 * @return bool Whether the user buys: people who only write or manage the shop are no customers.
	 */
	public static function is_customer( $user ) {
		return in_array( 'customer', (array) $user->roles, true ) || wc_get_customer_order_count( $user->ID ) > 0;
	}

	/**
	 * @param int $user_id Of a user.
	 * @return string|null As BCP 47, if the user has chosen a language.
	 */
	private static function locale( $user_id ) {
		$locale = (string) get_user_meta( $user_id, 'locale', true );
		return 1 === preg_match( '/^([a-z]{2,3})(?:_([A-Z]{2}))?/', $locale, $parts ) ? $parts[1] . ( isset( $parts[2] ) ? '-' . $parts[2] : '' ) : null;
	}

	/**
	 * @param WC_Customer $customer A customer.
	 * @return array[]
	 */
	private static function addresses( $customer ) {
		$all = array_filter( array( Storewire_Addresses::of( $customer, 'billing' ), Storewire_Addresses::of( $customer, 'shipping' ) ) );
		return array_values( array_unique( $all, SORT_REGULAR ) );
	}
}
