<?php
/**
 * Orders of WooCommerce as storewire takes them.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Amounts are read as they are stored (`edit`): what a plugin shows instead is not what the customer paid.
 */
class Storewire_Order_Mapping {
	const STATUSES = array(
		'pending'        => 'pending',
		'on-hold'        => 'pending',
		'checkout-draft' => 'pending',
		'processing'     => 'processing',
		'completed'      => 'shipped',
		'cancelled'      => 'cancelled',
		'failed'         => 'cancelled',
		'trash'          => 'cancelled',
		'refunded'       => 'refunded',
	);

	/** Storewire takes no more lines of an order. */
	const MOST_ITEMS = 1000;

	/** What is left out once WooCommerce has removed the personal data: it keeps the note, and puts texts such as `[deleted]` into the rest. */
	const PERSONAL = array( 'customerId', 'email', 'phone', 'shippingAddress', 'billingAddress', 'statusUrl', 'note' );

	/**
	 * @param WC_Order $order An order.
	 * @return array Without `updatedAt`.
	 */
	public static function map( $order ) {
		$currency = $order->get_currency( 'edit' );
		$status   = self::status( $order->get_status( 'edit' ) );
		$total    = Storewire_Money::positive( $order->get_total( 'edit' ), $currency );
		$refunded = Storewire_Money::positive( $order->get_total_refunded(), $currency );
		$values   = array(
			'id'              => (string) $order->get_id(),
			'number'          => '#' . $order->get_order_number(),
			'customerId'      => Storewire_Values::id( $order->get_customer_id( 'edit' ) ),
			'email'           => Storewire_Values::email( $order->get_billing_email( 'edit' ) ),
			'phone'           => Storewire_Values::text( $order->get_billing_phone( 'edit' ) ),
			'status'          => $status,
			'paymentStatus'   => self::payment( $order, $refunded, $total ),
			'currency'        => $currency,
			'total'           => $total,
			'subtotal'        => Storewire_Money::positive( $order->get_subtotal(), $currency ),
			'discountTotal'   => Storewire_Money::positive( $order->get_discount_total( 'edit' ), $currency ),
			'shippingTotal'   => Storewire_Money::positive( $order->get_shipping_total( 'edit' ), $currency ),
			'taxTotal'        => Storewire_Money::positive( $order->get_total_tax( 'edit' ), $currency ),
			'refundedTotal'   => $refunded,
			'placedAt'        => Storewire_Values::time( $order->get_date_created( 'edit' ) ),
			'cancelledAt'     => 'cancelled' === $status ? Storewire_Values::time( $order->get_date_modified( 'edit' ) ) : null,
			'paymentMethod'   => Storewire_Values::title( $order->get_payment_method_title( 'edit' ) ),
			'shippingMethod'  => Storewire_Values::title( $order->get_shipping_method() ),
			'discountCodes'   => array_values( array_filter( array_map( array( 'Storewire_Values', 'text' ), $order->get_coupon_codes() ) ) ),
			'shippingAddress' => Storewire_Addresses::of( $order, 'shipping' ),
			'billingAddress'  => Storewire_Addresses::of( $order, 'billing' ),
			'statusUrl'       => self::page( $order ),
			'note'            => Storewire_Values::plain( $order->get_customer_note( 'edit' ) ),
			'items'           => self::items( $order, $currency ),
		);
		return ( self::is_anonymous( $order ) ? array_fill_keys( self::PERSONAL, null ) : array() ) + $values;
	}

	/**
	 * @param WC_Order $order An order.
	 * @return bool Whether WooCommerce has removed the personal data.
	 */
	public static function is_anonymous( $order ) {
		return 'yes' === $order->get_meta( '_anonymized' );
	}

	/**
	 * @param string $word WooCommerce's status, with or without `wc-`.
	 * @return string A plugin's own word is an order that is worked on.
	 */
	public static function status( $word ) {
		$plain = 0 === strpos( $word, 'wc-' ) ? substr( $word, 3 ) : $word;
		return isset( self::STATUSES[ $plain ] ) ? self::STATUSES[ $plain ] : 'processing';
	}

	/**
	 * @param WC_Order $order    An order.
	 * @param int      $refunded Minor units.
	 * @param int      $total    Minor units.
	 * @return string
	 */
	private static function payment( $order, $refunded, $total ) {
		if ( $refunded > 0 ) {
			return $refunded >= $total ? 'refunded' : 'partially_refunded';
		}
		return null === $order->get_date_paid( 'edit' ) ? 'pending' : 'paid';
	}

	/**
	 * The page of an order asks guests to sign in.
	 *
	 * @param WC_Order $order An order.
	 * @return string|null
	 */
	private static function page( $order ) {
		return $order->get_customer_id( 'edit' ) > 0 ? Storewire_Values::url( $order->get_view_order_url() ) : null;
	}

	/**
	 * @param WC_Order $order    An order.
	 * @param string   $currency ISO 4217 code.
	 * @return array[]
	 */
	private static function items( $order, $currency ) {
		$items = array();
		foreach ( array_slice( $order->get_items( 'line_item' ), 0, self::MOST_ITEMS, true ) as $item ) {
			$items[] = Storewire_Item_Mapping::map( $order, $item, $currency );
		}
		return $items;
	}
}
