<?php
/**
 * Customers as storewire takes them.
 *
 * @package Storewire
 */

test(
	'a customer has name, address and language; equal addresses are one',
	static function () {
		$address                  = array(
			'billing_city'     => 'Wien',
			'billing_country'  => 'AT',
			'shipping_city'    => 'Wien',
			'shipping_country' => 'AT',
		);
		Shop::$customers[3]       = $address + array(
			'email'              => 'ada@shop.example',
			'billing_first_name' => 'Ada',
			'billing_last_name'  => 'Lovelace',
			'billing_phone'      => '+43 1 2',
			'date_created'       => new WC_DateTime( '2025-01-01T00:00:00Z' ),
		);
		Stand_In::$user_meta[3]   = array( 'locale' => 'de_AT' );
		Stand_In::$users[3]       = (object) array(
			'ID'    => 3,
			'roles' => array( 'customer' ),
		);
		$customer                 = Storewire_Objects::read( 'customers', '3' );
		same( array( '3', 'ada@shop.example', 'Ada Lovelace', 'Ada', 'Lovelace', '+43 1 2', 'de-AT', 1735689600000 ), array( $customer['id'], $customer['email'], $customer['name'], $customer['firstName'], $customer['lastName'], $customer['phone'], $customer['locale'], $customer['createdAt'] ) );
		same( 2, count( $customer['addresses'] ) );
		Shop::$customers[3] = array( 'billing_phone' => '' ) + Shop::$customers[3] + array( 'shipping_first_name' => 'Ada', 'shipping_last_name' => 'Lovelace' );
		same( 1, count( Storewire_Objects::read( 'customers', '3' )['addresses'] ) );
	}
);

test(
	'people who manage the shop are customers once they have ordered',
	static function () {
		Stand_In::$users[4] = (object) array(
			'ID'    => 4,
			'roles' => array( 'administrator' ),
		);
		same( null, Storewire_Objects::read( 'customers', '4' ) );
		Shop::order( 8, array( 'customer_id' => 4 ) );
		same( '4', Storewire_Objects::read( 'customers', '4' )['id'] );
		same( null, Storewire_Objects::read( 'customers', '5' ) );
	}
);
