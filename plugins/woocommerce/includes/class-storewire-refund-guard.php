<?php
/**
 * Guards around the moment in which WooCommerce calls the payment gateway.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce stores a refund, calls the payment gateway, and then marks the refund as paid. Its hooks before that give the refund the id of
 * the action, check the amount, and keep a refund that somebody makes by hand from running at the same time.
 */
class Storewire_Refund_Guard {
	/** How long a refund that is made by hand waits for one of storewire, in seconds. */
	const WAIT = 5;

	/** @var object|null The record of the refund that this process makes. */
	private static $record = null;

	/** @var WC_Order_Refund|null Its refund of WooCommerce. */
	private static $refund = null;

	public static function register() {
		add_action( 'woocommerce_before_order_refund_object_save', array( __CLASS__, 'mark' ) );
		// After all other plugins, since what counts is the amount with which the gateway is called.
		add_action( 'woocommerce_create_refund', array( __CLASS__, 'check' ), PHP_INT_MAX, 2 );
		add_action( 'woocommerce_refund_created', array( __CLASS__, 'release' ), 10, 2 );
	}

	/**
	 * @param object $record The record whose refund this process makes now.
	 */
	public static function begin( $record ) {
		self::$record = $record;
		self::$refund = null;
	}

	/**
	 * @return WC_Order_Refund|null The refund, if the payment gateway has confirmed it.
	 */
	public static function end() {
		$paid         = self::$refund && self::$refund->get_refunded_payment() ? self::$refund : null;
		self::$record = null;
		self::$refund = null;
		return $paid;
	}

	/**
	 * Gives the refund its id with the very first write.
	 *
	 * @param WC_Order_Refund $refund A refund that WooCommerce stores.
	 */
	public static function mark( $refund ) {
		if ( self::$record && null === self::$refund && ! $refund->get_id() && $refund->get_parent_id() === self::$record->order_id ) {
			self::$refund = $refund;
			$refund->update_meta_data( Storewire_Refund_Store::META, self::$record->action_id );
		}
	}

	/**
	 * WooCommerce takes an exception as the reason not to make the refund.
	 *
	 * @param WC_Order_Refund $refund The refund.
	 * @param array           $args   The arguments of wc_create_refund().
	 * @throws Exception If the gateway must not be called.
	 */
	public static function check( $refund, $args ) {
		if ( self::$record && self::$refund === $refund ) {
			self::check_ours( $refund );
		} elseif ( ! empty( $args['refund_payment'] ) ) {
			self::check_by_hand( $refund );
		}
	}

	/**
	 * @param int   $refund_id The refund.
	 * @param array $args      The arguments of wc_create_refund().
	 */
	public static function release( $refund_id, $args ) {
		if ( ! self::$record && ! empty( $args['refund_payment'] ) ) {
			Storewire_Refund_Lock::release( (int) $args['order_id'] );
		}
	}

	private static function check_ours( $refund ) {
		$agreed = Storewire_Refund_Words::amount( self::$record );
		if ( Storewire_Micros::of( $refund->get_amount() ) !== Storewire_Micros::of( Storewire_Refund_Words::decimal( self::$record ) ) ) {
			/* translators: 1: an amount with its currency, 2: an amount */
			throw new Exception( sprintf( __( 'Another plugin has changed the amount of the refund from %1$s to %2$s, so it was not made.', 'storewire' ), $agreed, $refund->get_amount() ) );
		}
		self::check_left( $refund );
		if ( ! Storewire_Refund_Records::move( self::$record->action_id, array( Storewire_Refund_Records::STARTED ), Storewire_Refund_Records::ASKED ) ) {
			throw new Exception( 'The record of the refund was changed by another process.' );
		}
	}

	private static function check_by_hand( $refund ) {
		$order_id = $refund->get_parent_id();
		if ( ! Storewire_Refund_Lock::take( $order_id, self::WAIT ) ) {
			throw new Exception( __( 'storewire makes a refund of this order at the moment. Load the order again in a minute.', 'storewire' ) );
		}
		self::check_left( $refund );
	}

	/**
	 * WooCommerce itself has compared the amount with what is left of the order, by what it had read before.
	 *
	 * @throws Exception If another refund was made since.
	 */
	private static function check_left( $refund ) {
		$order = wc_get_order( $refund->get_parent_id() );
		try {
			$refunded = Storewire_Micros::of( $refund->get_amount() );
			foreach ( Storewire_Refund_Store::refunds( $refund->get_parent_id() ) as $other ) {
				$refunded += $other->get_id() === $refund->get_id() ? 0 : Storewire_Micros::of( $other->get_amount() );
			}
			$total = $order ? Storewire_Micros::of( $order->get_total() ) : $refunded;
		} catch ( Storewire_Refusal $too_large ) {
			return;
		}
		if ( $refunded > $total ) {
			throw new Exception( __( 'Another refund of this order was made a moment ago. Load the order again.', 'storewire' ) );
		}
	}
}
