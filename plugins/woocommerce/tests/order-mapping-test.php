<?php
/**
 * Orders as storewire takes them.
 *
 * @package Storewire
 */

/**
 * @param array $values Of an order.
 * @return array As storewire takes it.
 */
function mapped_order( array $values ) {
	return Storewire_Order_Mapping::map( Shop::order( 7, $values ) );
}

test(
	'an order has its totals in minor units, as they are stored',
	static function () {
		$order = mapped_order(
			array(
				'total'          => '92.73',
				'subtotal'       => 75.7234,
				'discount_total' => '1.5',
				'shipping_total' => '4.12',
				'total_tax'      => '12.886',
				// What a plugin makes of them for those who look.
				'shown'          => array(
					'total'          => '1.00',
					'discount_total' => '9',
					'shipping_total' => '9',
					'total_tax'      => '9',
					'currency'       => 'USD',
				),
			)
		);
		same( array( 'EUR', 9273, 7572, 150, 412, 1289, 0 ), array( $order['currency'], $order['total'], $order['subtotal'], $order['discountTotal'], $order['shippingTotal'], $order['taxTotal'], $order['refundedTotal'] ) );
	}
);

test(
	'an order in yen or dinar has the digits of its currency, not those of the shop',
	static function () {
		same( 5400, mapped_order( array( 'currency' => 'JPY', 'total' => '5400' ) )['total'] );
		same( 5400250, mapped_order( array( 'currency' => 'KWD', 'total' => '5400.25' ) )['total'] );
	}
);

test(
	'each status of WooCommerce has one of storewire, a plugin\'s own word is an order that is worked on',
	static function () {
		$expected = array(
			'pending'        => 'pending',
			'on-hold'        => 'pending',
			'checkout-draft' => 'pending',
			'processing'     => 'processing',
			'completed'      => 'shipped',
			'cancelled'      => 'cancelled',
			'failed'         => 'cancelled',
			'trash'          => 'cancelled',
			'refunded'       => 'refunded',
			'wc-completed'   => 'shipped',
			'packed'         => 'processing',
		);
		foreach ( $expected as $word => $status ) {
			same( $status, Storewire_Order_Mapping::status( $word ) );
		}
	}
);

test(
	'the payment follows from the date paid and the refunds',
	static function () {
		$paid = array(
			'total'     => '20',
			'date_paid' => new WC_DateTime( '2025-11-01T10:05:00Z' ),
		);
		same( 'pending', mapped_order( array( 'total' => '20' ) )['paymentStatus'] );
		same( 'paid', mapped_order( $paid )['paymentStatus'] );
		$part = mapped_order( $paid + array( 'total_refunded' => 5.5 ) );
		same( array( 'partially_refunded', 550 ), array( $part['paymentStatus'], $part['refundedTotal'] ) );
		same( 'refunded', mapped_order( $paid + array( 'total_refunded' => 20.0 ) )['paymentStatus'] );
	}
);

test(
	'a guest\'s order has no customer and no page, a customer\'s has both',
	static function () {
		$guest = mapped_order( array() );
		same( array( null, null ), array( $guest['customerId'], $guest['statusUrl'] ) );
		$order = mapped_order( array( 'customer_id' => 12 ) );
		same( array( '12', 'https://shop.example/my-account/view-order/7/' ), array( $order['customerId'], $order['statusUrl'] ) );
	}
);

test(
	'id, number, times and texts are those of the order; what is missing is null, which clears it',
	static function () {
		$order = mapped_order(
			array(
				'order_number'         => 'A-7',
				'status'               => 'cancelled',
				'billing_email'        => ' ada@shop.example ',
				'payment_method_title' => 'Card &amp; <b>wallet</b>',
				'coupon_codes'         => array( 'spring', '' ),
				'customer_note'        => "Ring <br>twice",
				'billing_first_name'   => 'Ada',
				'billing_city'         => 'Paris',
				'billing_country'      => 'FR',
				'shipping_country'     => 'FR',
			)
		);
		same( array( '7', '#A-7' ), array( $order['id'], $order['number'] ) );
		same( 1761991200000, $order['placedAt'] );
		same( 1762077600000, $order['cancelledAt'] );
		same( array( 'ada@shop.example', 'Card & wallet', array( 'spring' ), "Ring\ntwice" ), array( $order['email'], $order['paymentMethod'], $order['discountCodes'], $order['note'] ) );
		same( array( 'city' => 'Paris', 'country' => 'FR', 'name' => 'Ada' ), $order['billingAddress'] );
		same( null, $order['shippingAddress'] );
		same( null, mapped_order( array( 'billing_email' => 'not an address' ) )['email'] );
		same( null, mapped_order( array() )['cancelledAt'] );
	}
);

test(
	'a line\'s price times its quantity less its discount is its total, also if it cannot be divided',
	static function () {
		$cases = array(
			array( 3, '10', '10' ),
			array( 3, '29.97', '26.97' ),
			array( 7, '0.01', '0.01' ),
			array( 1, '8.4034', '8.4034' ),
			array( 1000, '999.99', '0' ),
			array( 2, '10', '12' ),
		);
		foreach ( $cases as list( $quantity, $subtotal, $total ) ) {
			$item = mapped_order(
				array(
					'items' => array(
						Shop::line(
							1,
							array(
								'quantity' => $quantity,
								'subtotal' => $subtotal,
								'total'    => $total,
							)
						),
					),
				)
			)['items'][0];
			same( $item['total'], $item['unitPrice'] * $item['quantity'] - $item['discount'] );
			is_true( $item['discount'] >= 0, 'a discount of nothing or more' );
		}
	}
);

test(
	'a line whose product was deleted keeps its title, its ids and its amounts',
	static function () {
		$item = mapped_order(
			array(
				'items' => array(
					Shop::line(
						4,
						array(
							'name'         => 'Mug &#8211; Red',
							'product_id'   => 70,
							'variation_id' => 71,
							'subtotal'     => '10',
							'total'        => '10',
							'total_tax'    => '1.9',
							'options'      => array( 'Red', 'L' ),
						)
					),
				),
				'refunded_quantities' => array( 4 => 1 ),
			)
		)['items'][0];
		same(
			array(
				'id'               => '4',
				'title'            => 'Mug – Red',
				'quantity'         => 1,
				'unitPrice'        => 1000,
				'productId'        => '70',
				'variantId'        => '71',
				'variantTitle'     => 'L',
				'total'            => 1000,
				'discount'         => 0,
				'tax'              => 190,
				'refundedQuantity' => 1,
			),
			$item
		);
	}
);

test(
	'half a kilogram is one piece with the quantity in its title',
	static function () {
		$item = mapped_order(
			array(
				'items' => array(
					Shop::line(
						1,
						array(
							'name'     => 'Cheese',
							'quantity' => 0.5,
							'subtotal' => '9',
							'total'    => '9',
						)
					),
				),
			)
		)['items'][0];
		same( array( 1, 900, 'Cheese (0.5)' ), array( $item['quantity'], $item['unitPrice'], $item['title'] ) );
	}
);

test(
	'an order of 1,200 lines is sent with the 1,000 lines that storewire takes',
	static function () {
		$lines = array();
		for ( $id = 1; $id <= 1200; $id++ ) {
			$lines[] = Shop::line( $id );
		}
		$items = mapped_order( array( 'items' => $lines ) )['items'];
		same( array( 1000, '1000' ), array( count( $items ), end( $items )['id'] ) );
	}
);

test(
	'a text in another encoding is repaired, since it would make the whole call invalid',
	static function () {
		$order = mapped_order( array( 'billing_city' => "K\xF6ln", 'billing_address_1' => "Stra\xC3\x9Fe 1" ) );
		is_true( false !== json_encode( $order ), 'JSON of it' );
		same( "Stra\xC3\x9Fe 1", $order['billingAddress']['line1'] );
	}
);

test(
	'refunds, subscriptions and carts at the checkout are not sent as orders',
	static function () {
		Shop::order( 1, array( 'type' => 'shop_subscription' ) );
		Shop::order( 2, array( 'status' => 'checkout-draft' ) );
		Shop::order( 3, array( 'status' => 'auto-draft' ) );
		Shop::order( 4 );
		same( array( null, null, null, '4' ), array( Storewire_Objects::read( 'orders', '1' ), Storewire_Objects::read( 'orders', '2' ), Storewire_Objects::read( 'orders', '3' ), Storewire_Objects::read( 'orders', '4' )['id'] ) );
		same( null, Storewire_Objects::read( 'orders', '99' ) );
	}
);

test(
	'an order of which WooCommerce has removed the personal data has none in storewire, not even what WooCommerce keeps or puts in its place',
	static function () {
		$values = array(
			'customer_note'      => 'Ring at Ada',
			'billing_email'      => 'deleted@site.invalid',
			'billing_phone'      => '+00 0',
			'billing_address_1'  => '[deleted]',
			'shipping_address_1' => '[deleted]',
		);
		$parcel = array( '_wc_shipment_tracking_items' => array( array( 'tracking_number' => 'T1' ) ) );
		$order  = Storewire_Order_Mapping::map( Shop::order( 1, array( 'meta' => $parcel ) + $values ) );
		same( array( 'deleted@site.invalid', 'Ring at Ada', 1 ), array( $order['email'], $order['note'], count( Storewire_Objects::shipments_of( '1' ) ) ) );
		$order = Storewire_Order_Mapping::map( Shop::order( 1, array( 'meta' => $parcel + array( '_anonymized' => 'yes' ) ) + $values ) );
		foreach ( array( 'email', 'phone', 'note', 'billingAddress', 'shippingAddress' ) as $name ) {
			same( null, $order[ $name ] );
		}
		same( array( array(), '#1' ), array( Storewire_Objects::shipments_of( '1' ), $order['number'] ) );
	}
);
