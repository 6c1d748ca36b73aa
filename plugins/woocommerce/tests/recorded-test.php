<?php
/**
 * Values of a real WooCommerce, and what the plugin made of them there.
 *
 * @package Storewire
 */

/**
 * @return array What was recorded.
 */
function recorded() {
	return json_decode( file_get_contents( __DIR__ . '/fixtures/recorded.json' ), true );
}

/**
 * @param array $values Of an object, its times as texts.
 * @return array With times of WooCommerce.
 */
function with_times( array $values ) {
	foreach ( array( 'date_created', 'date_modified', 'date_paid' ) as $name ) {
		if ( isset( $values[ $name ] ) ) {
			$values[ $name ] = new WC_DateTime( $values[ $name ] );
		}
	}
	return $values;
}

test(
	'an order with a variation, a deleted product, two rates of tax, a fee, a coupon, a refund and a parcel is mapped as on the real WooCommerce',
	static function () {
		$recorded = recorded();
		foreach ( $recorded['products'] as $product ) {
			Shop::product( $product['id'], $product );
		}
		$lines = array();
		foreach ( $recorded['order']['lines'] as $line ) {
			$lines[] = Shop::line( $line['id'], $line );
		}
		$id = $recorded['order']['id'];
		Shop::order( $id, array( 'items' => $lines ) + with_times( $recorded['order'] ) );
		same( $recorded['mapped']['order'], Storewire_Objects::read( 'orders', (string) $id ) );
		same( $recorded['mapped']['shipments'], Storewire_Objects::shipments_of( (string) $id ) );
		$order = $recorded['mapped']['order'];
		// The fee of 2.00 is in the total, and no line.
		same( $order['total'], $order['subtotal'] - $order['discountTotal'] + $order['shippingTotal'] + $order['taxTotal'] + 200 );
	}
);

test(
	'a product whose variations share its stock is mapped as on the real WooCommerce',
	static function () {
		$recorded = recorded();
		foreach ( $recorded['products'] as $product ) {
			Shop::product( $product['id'], $product );
		}
		same( $recorded['mapped']['product'], Storewire_Objects::read( 'products', $recorded['mapped']['product']['id'] ) );
	}
);

test(
	'a customer is mapped as on the real WooCommerce',
	static function () {
		$recorded                  = recorded();
		$id                        = $recorded['customer']['id'];
		Shop::$customers[ $id ]    = with_times( $recorded['customer'] );
		Stand_In::$users[ $id ]    = (object) array(
			'ID'    => $id,
			'roles' => array( 'customer' ),
		);
		Stand_In::$user_meta[ $id ] = array( 'locale' => $recorded['customer']['locale'] );
		same( $recorded['mapped']['customer'], Storewire_Objects::read( 'customers', (string) $id ) );
	}
);
