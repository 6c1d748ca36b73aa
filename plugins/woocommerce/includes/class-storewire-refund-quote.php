<?php
/**
 * The amount of a refund.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * What the shop would refund now, or the reason why it refunds nothing.
 */
class Storewire_Refund_Quote {
	/** @var WC_Order */
	public $order;

	/** @var int In minor units. */
	public $amount;

	/** @var string The currency of the order. */
	public $currency;

	/** @var array[] As `line_items` of wc_create_refund(). Empty: the refund has an amount only. */
	public $line_items;

	/**
	 * @param array $request As Storewire_Refund_Request::preview() returns it.
	 * @return self
	 * @throws Storewire_Refusal If nothing can be refunded.
	 */
	public static function of( array $request ) {
		$quote           = new self();
		$quote->order    = self::order( $request['order_id'], $request['mode'] );
		$quote->currency = $quote->order->get_currency();
		$quote->calculate( $request['lines'] );
		return $quote;
	}

	/**
	 * @return string The amount as WooCommerce takes it, such as `12.50`.
	 */
	public function decimal() {
		return Storewire_Money::decimal( $this->amount, $this->currency );
	}

	/**
	 * @param string $order_id The id that was pushed.
	 * @return int The id that WooCommerce has. Nothing is read.
	 * @throws Storewire_Refusal `unknown_order` if no order of WooCommerce can have it.
	 */
	public static function id( $order_id ) {
		if ( preg_match( '/^[1-9]\d{0,17}$/D', $order_id ) ) {
			return (int) $order_id;
		}
		throw self::unknown();
	}

	private static function unknown() {
		return new Storewire_Refusal( 'unknown_order', __( 'The shop has no order with this id.', 'storewire' ) );
	}

	private static function order( $order_id, $mode ) {
		$order = wc_get_order( self::id( $order_id ) );
		if ( ! $order instanceof WC_Order || 'shop_order' !== $order->get_type() ) {
			throw self::unknown();
		}
		if ( Storewire_Refund_Records::has_open( $order->get_id() ) ) {
			throw self::open();
		}
		if ( ! $order->get_date_paid() && ! $order->is_paid() ) {
			throw new Storewire_Refusal( 'not_paid', __( 'The order is not paid, so there is nothing to refund.', 'storewire' ) );
		}
		if ( 'execute' === $mode && ! self::can_refund( $order ) ) {
			throw new Storewire_Refusal( 'gateway_cannot_refund', __( 'The payment method of this order cannot make refunds. Refund the order by hand.', 'storewire' ) );
		}
		return $order;
	}

	/**
	 * @return Storewire_Refusal For an order with another refund that has not ended.
	 */
	public static function open() {
		return new Storewire_Refusal( 'refund_open', __( 'An earlier refund of this order waits for a decision in WordPress.', 'storewire' ) );
	}

	private static function can_refund( $order ) {
		$gateway = wc_get_payment_gateway_by_order( $order );
		return $gateway && $gateway->supports( 'refunds' ) && $gateway->can_refund_order( $order );
	}

	/** Never more than what WooCommerce has left to refund of the order, and always a whole number of minor units. */
	private function calculate( array $quantities ) {
		$digits = min( wc_get_price_decimals(), Storewire_Money::digits( $this->currency ) );
		$left   = Storewire_Micros::floor( max( 0, Storewire_Micros::of( $this->order->get_remaining_refund_amount() ) ), $digits );
		$lines  = new Storewire_Refund_Lines( $this->order );
		$parts  = $quantities ? $lines->of( $quantities ) : $lines->all_left();
		$sum    = Storewire_Micros::round( Storewire_Refund_Lines::sum( $parts ), $digits );
		$amount = $quantities ? min( $sum, $left ) : $left;
		if ( $amount <= 0 ) {
			throw new Storewire_Refusal( 'nothing_left', __( 'Nothing is left to refund.', 'storewire' ) );
		}
		$this->amount = Storewire_Money::minor( Storewire_Micros::decimal( $amount ), $this->currency );
		// Lines that do not add up to the amount would make wrong tax reports: an earlier refund without lines was made by hand.
		$rounding         = count( $parts ) * Storewire_Micros::unit( $digits );
		$this->line_items = abs( $sum - $amount ) <= $rounding ? Storewire_Refund_Lines::arguments( $parts ) : array();
	}
}
