<?php
/**
 * What would be refunded.
 *
 * @package Storewire
 */

refund_test(
	'the whole order is what is left of it: products, shipping, fees and their taxes',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '25.210084', array( 1 => '4.789916' ), 3 ), Refund_Item::of( 12, '4.12', array( 1 => '0.78' ), 1, 'shipping' ), Refund_Item::of( 13, '-2.00', array(), 1, 'fee' ) ) );
		same( 3290, preview( 1 ) );
	}
);

refund_test(
	'a line is its total after discounts with its tax, by the quantity',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '25.210084', array( 1 => '4.789916' ), 3 ), Refund_Item::of( 12, '8.40', array( 1 => '1.60' ) ) ) );
		same( array( 1000, 2000, 3000, 2000 ), array( preview( 1, array( 11 => 1 ) ), preview( 1, array( 11 => 2 ) ), preview( 1, array( 11 => 3 ) ), preview( 1, array( 11 => 1, 12 => 1 ) ) ) );
	}
);

refund_test(
	'an item can have two tax rates, each of which is rounded',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '20.00', array( 1 => '0.995', 2 => '1.9950' ), 2 ) ), array( 'total' => '23.00' ) );
		same( array( 1150, 2300 ), array( preview( 1, array( 11 => 1 ) ), preview( 1, array( 11 => 2 ) ) ) );
	}
);

refund_test(
	'the parts of a line add up to the line',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '10.00', array(), 3 ), Refund_Item::of( 12, '25.210084', array( 1 => '4.789916' ), 3 ) ) );
		$paid = array();
		foreach ( array( 11, 11, 11, 12, 12, 12 ) as $number => $item_id ) {
			$paid[] = preview( 1, array( $item_id => 1 ) );
			create_refund( create_data( 1, array( 'actionId' => "act_$number", 'amount' => end( $paid ), 'lines' => array( array( 'itemId' => (string) $item_id, 'quantity' => 1 ) ) ) ) );
		}
		same( array( 333, 333, 334, 1000, 1000, 1000 ), $paid );
		same( 'nothing_left', preview( 1 ) );
		same( 6, count( Refund_Shop::refunds() ) );
	}
);

refund_test(
	'more than the order has is refused, and so is a line that it does not have',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '10.00', array(), 2 ) ) );
		same( array( 'over_quantity', 'unknown_line', 'unknown_order' ), array( preview( 1, array( 11 => 3 ) ), preview( 1, array( 99 => 1 ) ), preview( 2 ) ) );
		same( array( 'unknown_order', 'unknown_order' ), array( preview( '1; DROP TABLE' ), preview( '01' ) ) );
	}
);

refund_test(
	'what somebody refunded by hand is no longer there, with lines or as an amount',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00', array(), 3 ) ) );
		wc_create_refund( array( 'order_id' => 1, 'amount' => '10.00', 'reason' => '', 'line_items' => array( 11 => array( 'qty' => 1, 'refund_total' => '10.00', 'refund_tax' => array() ) ) ) );
		same( array( 2000, 1000, 'over_quantity' ), array( preview( 1 ), preview( 1, array( 11 => 1 ) ), preview( 1, array( 11 => 3 ) ) ) );
		wc_create_refund( array( 'order_id' => 1, 'amount' => '15.00', 'reason' => '' ) );
		same( array( 500, 500, 500 ), array( preview( 1 ), preview( 1, array( 11 => 1 ) ), preview( 1, array( 11 => 2 ) ) ) );
		wc_create_refund( array( 'order_id' => 1, 'amount' => '5.00', 'reason' => '' ) );
		same( array( 'nothing_left', 'nothing_left' ), array( preview( 1 ), preview( 1, array( 11 => 1 ) ) ) );
	}
);

refund_test(
	'lines that no longer add up to the amount are left out: the refund has an amount only',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00', array(), 3 ) ) );
		same( array( 11 ), array_keys( Storewire_Refund_Quote::of( Storewire_Refund_Request::preview( create_data( 1 ) ) )->line_items ) );
		wc_create_refund( array( 'order_id' => 1, 'amount' => '15.00', 'reason' => '' ) );
		same( array(), Storewire_Refund_Quote::of( Storewire_Refund_Request::preview( create_data( 1 ) ) )->line_items );
	}
);

refund_test(
	'amounts are in minor units of the currency: yen have none, dinars have three digits',
	static function () {
		Refund_Shop::$decimals = 0;
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '1000', array( 1 => '100' ), 3 ) ), array( 'currency' => 'JPY' ) );
		same( array( 1100, 366 ), array( preview( 1 ), preview( 1, array( 11 => 1 ) ) ) );
		Refund_Shop::$decimals = 3;
		Refund_Shop::order( 2, array( Refund_Item::of( 21, '10.005', array( 1 => '0.500' ), 2 ) ), array( 'currency' => 'KWD' ) );
		same( array( 10505, 5253 ), array( preview( 2 ), preview( 2, array( 21 => 1 ) ) ) );
		// The shop's setting has fewer digits than the currency, or more.
		Refund_Shop::$decimals = 2;
		Refund_Shop::order( 3, array( Refund_Item::of( 31, '10.00', array(), 3 ) ), array( 'currency' => 'KWD' ) );
		same( array( 10000, 3330 ), array( preview( 3 ), preview( 3, array( 31 => 1 ) ) ) );
		Refund_Shop::$decimals = 4;
		Refund_Shop::order( 4, array( Refund_Item::of( 41, '10.1299' ) ), array( 'currency' => 'EUR' ) );
		same( 1012, preview( 4 ) );
	}
);

refund_test(
	'a free order, one that is not paid, and a payment method without refunds are refused',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '0' ) ) );
		Refund_Shop::order( 2, array( Refund_Item::of( 21, '10.00' ) ), array( 'date_paid' => null, 'status' => 'on-hold' ) );
		Refund_Shop::order( 3, array( Refund_Item::of( 31, '10.00' ) ) );
		same( array( 'nothing_left', 'not_paid' ), array( preview( 1 ), preview( 2 ) ) );
		Refund_Shop::$can_refund = false;
		same( array( 'gateway_cannot_refund', 1000 ), array( preview( 3 ), preview( 3, array(), array( 'mode' => 'request' ) ) ) );
	}
);

refund_test(
	'amounts that a plugin filters are what WooCommerce itself would use, and what is not an amount is refused',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '10.00' ) ), array( 'shown' => array( 'total' => '8.00' ) ) );
		same( array( 800, 800 ), array( preview( 1 ), preview( 1, array( 11 => 1 ) ) ) );
		foreach ( array( 'free', NAN, INF, '1e30', array() ) as $odd ) {
			$item = new Refund_Item( array( 'id' => 21, 'name' => 'x', 'quantity' => 1, 'total' => $odd, 'taxes' => array(), 'kind' => 'line_item' ) );
			Shop::$orders[2] = new Refundable_Order( array( 'id' => 2, 'type' => 'shop_order', 'status' => 'processing', 'currency' => 'EUR', 'total' => '10.00', 'items' => array( $item ) ) );
			same( 'bad_amount', preview( 2, array( 21 => 1 ) ) );
		}
	}
);

refund_test(
	'an order with 1,000 lines and an earlier refund of each is calculated at once',
	static function () {
		$items = array();
		$lines = array();
		for ( $id = 1; $id <= 1000; $id++ ) {
			$items[]      = Refund_Item::of( $id, '2.00', array( 1 => '0.38' ), 2 );
			$lines[ $id ] = array( 'qty' => 1, 'refund_total' => '1.00', 'refund_tax' => array( 1 => '0.19' ) );
		}
		Refund_Shop::order( 1, $items );
		wc_create_refund( array( 'order_id' => 1, 'amount' => '1190.00', 'reason' => '', 'line_items' => $lines ) );
		same( array( 119000, 119 ), array( preview( 1 ), preview( 1, array( 500 => 1 ) ) ) );
	}
);

/**
 * Orders of a real shop (WooCommerce 11.0.1), and the amounts that WooCommerce's own page of each order shows for quantities to refund.
 */
foreach ( json_decode( file_get_contents( __DIR__ . '/recorded-refunds.json' ), true ) as $recorded ) {
	refund_test(
		"the amounts are those that WooCommerce shows: {$recorded['name']}",
		static function () use ( $recorded ) {
			Refund_Shop::$decimals = $recorded['decimals'];
			update_option( 'woocommerce_tax_round_at_subtotal', $recorded['late'] );
			$items = array();
			foreach ( $recorded['items'] as $item ) {
				$items[] = Refund_Item::of( $item['id'], $item['total'], $item['taxes'], $item['quantity'], $item['kind'] );
			}
			Refund_Shop::order(
				1,
				$items,
				array(
					'currency' => $recorded['currency'],
					'total'    => $recorded['total'],
				)
			);
			same( $recorded['all'], preview( 1 ) );
			foreach ( $recorded['quotes'] as $quote ) {
				// WooCommerce shows more than the order has left, and then refuses it.
				same( min( $quote['amount'], $recorded['all'] ), preview( 1, $quote['lines'] ) );
			}
		}
	);
}

refund_test(
	'half a kilogram, which storewire counts as one piece, is refunded whole',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '10.00', array( 1 => '1.90' ), 2.5 ), Refund_Item::of( 12, '6.00', array(), 0.5 ) ) );
		same( array( 1190, 600, 1790 ), array( preview( 1, array( 11 => 1 ) ), preview( 1, array( 12 => 1 ) ), preview( 1 ) ) );
		same( array( 'over_quantity', 'over_quantity' ), array( preview( 1, array( 11 => 2 ) ), preview( 1, array( 12 => 2 ) ) ) );
		create_refund( create_data( 1, array( 'amount' => 1190, 'lines' => array( array( 'itemId' => '11', 'quantity' => 1 ) ) ) ) );
		same( array( 'nothing_left', 600 ), array( preview( 1, array( 11 => 1 ) ), preview( 1 ) ) );
	}
);
