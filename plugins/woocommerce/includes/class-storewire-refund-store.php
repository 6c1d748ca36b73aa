<?php
/**
 * The refunds that WooCommerce has.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads and completes what WooCommerce has stored about the refund of a record.
 */
class Storewire_Refund_Store {
	/** The meta key of a WooCommerce refund with the id of the action. */
	const META = '_storewire_action_id';

	/**
	 * @param object $record A record.
	 * @return WC_Order_Refund|null The refund of WooCommerce that belongs to it.
	 */
	public static function find( $record ) {
		foreach ( self::refunds( $record->order_id ) as $refund ) {
			if ( $record->action_id === $refund->get_meta( self::META ) ) {
				return $refund;
			}
		}
		return null;
	}

	/**
	 * @param int $order_id The order.
	 * @return WC_Order_Refund[] By a query, since a list that is cached may be older.
	 */
	public static function refunds( $order_id ) {
		return wc_get_orders(
			array(
				'type'   => 'shop_order_refund',
				'parent' => $order_id,
				'limit'  => -1,
			)
		);
	}

	/**
	 * WooCommerce sets the status of an order that is refunded in full after the payment, so it may not have come to that.
	 *
	 * @param object $record A record whose refund is there.
	 */
	public static function complete( $record ) {
		$order = wc_get_order( $record->order_id );
		if ( $order && Storewire_Micros::of( $order->get_remaining_refund_amount() ) <= 0 && ! $order->has_status( 'refunded' ) ) {
			$order->update_status( 'refunded' );
		}
	}

	/**
	 * A note is a help: the refund does not depend on it.
	 *
	 * @param object $record A record.
	 * @param string $text   For the shop's people.
	 */
	public static function note( $record, $text ) {
		try {
			wc_get_order( $record->order_id )->add_order_note( $text );
		} catch ( Throwable $error ) {
			Storewire_Refund_Log::error( $error );
		}
	}
}
