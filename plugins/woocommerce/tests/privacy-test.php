<?php
/**
 * Personal data.
 *
 * @package Storewire
 */

function ada() {
	Stand_In::$users[7] = (object) array( 'ID' => 7, 'user_email' => 'ada@example.com' );
	for ( $id = 1; $id <= 12; $id++ ) {
		Refund_Shop::order( $id, array( Refund_Item::of( $id * 10, '30.00' ) ), array( 'customer_id' => 7, 'billing_email' => 'ada@example.com' ) );
	}
	Refund_Shop::order( 99, array( Refund_Item::of( 990, '30.00' ) ), array( 'customer_id' => 8, 'billing_email' => 'grace@example.com' ) );
	create_refund( create_data( 1 ) );
	create_refund( create_data( 99, array( 'actionId' => 'act_99' ) ) );
}

refund_test(
	'an erasure erases the customer in storewire at once, and the words about refunds here',
	static function () {
		ada();
		$result = Storewire_Privacy::erase( 'ada@example.com', 1 );
		same( array( 'DELETE /api/v1/customers/7' ), Stand_In::paths() );
		same( array( true, true, false ), array( $result['items_removed'], $result['items_retained'], $result['done'] ) );
		same( array( 'Orders stay in storewire, since WooCommerce keeps them, too (WooCommerce, Settings, Accounts and privacy).' ), $result['messages'] );
		same( array( 'other', 'return: too small' ), array( Storewire_Refund_Records::get( 'act_1' )->reason, Storewire_Refund_Records::get( 'act_99' )->reason ) );
		is_true( Storewire_Privacy::erase( 'ada@example.com', 2 )['done'] );
		same( 1, count( Stand_In::paths() ) );
	}
);

refund_test(
	'what WooCommerce erases of the customer after that does not bring the customer back, a later change does',
	static function () {
		ada();
		Storewire_Hooks::customer( 7 );
		Storewire_Privacy::erase( 'ada@example.com', 1 );
		same( array(), Storewire_Marks::take( 'customers', 9 ) );
		Storewire_Hooks::customer( 7 );
		same( array(), Storewire_Marks::take( 'customers', 9 ) );
		Storewire_Hooks::customer( 8 );
		Storewire_Clock::$fixed_ms += 3601000;
		Storewire_Hooks::customer( 7 );
		same( array( '8', '7' ), array_column( Storewire_Marks::take( 'customers', 9 ), 'id' ) );
	}
);

refund_test(
	'orders are erased, too, if WooCommerce removes personal data from its own, with their parcels',
	static function () {
		ada();
		update_option( 'woocommerce_erasure_request_removes_order_data', 'yes' );
		Storewire_Marks::mark( 'shipments', '1-1' );
		$first = Storewire_Privacy::erase( 'ada@example.com', 1 );
		Storewire_Privacy::erase( 'ada@example.com', 2 );
		same( array( false, array() ), array( $first['items_retained'], $first['messages'] ) );
		same( array( 'DELETE /api/v1/customers/7', 'DELETE /api/v1/orders/1', 'DELETE /api/v1/shipments/1-1', 'DELETE /api/v1/orders/2' ), array_slice( Stand_In::paths(), 0, 4 ) );
		same( 14, count( Stand_In::paths() ) );
	}
);

refund_test(
	'what storewire could not erase is reported as kept',
	static function () {
		ada();
		Stand_In::$respond = static function () {
			return Stand_In::refuse( 503, 'UNAVAILABLE' );
		};
		$result = Storewire_Privacy::erase( 'ada@example.com', 1 );
		is_true( $result['items_retained'] );
		same( 'storewire could not erase /customers/7: This is a 503. Repeat the request.', $result['messages'][0] );
		Stand_In::$respond = static function () {
			return Stand_In::refuse( 404, 'NOT_FOUND' );
		};
		same( 1, count( Storewire_Privacy::erase( 'ada@example.com', 1 )['messages'] ) );
		Storewire_Connection::stop();
		same( 'The shop is disconnected from storewire. Erase the customer there.', Storewire_Privacy::erase( 'ada@example.com', 1 )['messages'][0] );
	}
);

refund_test(
	'an export has the customer as storewire has it, and the refunds',
	static function () {
		ada();
		Stand_In::$respond = static function () {
			return Stand_In::respond( 200, array( 'id' => '7', 'name' => 'Ada', 'tags' => array( 'vip' ) ) );
		};
		$export = Storewire_Privacy::export( 'ada@example.com', 1 );
		same( array( 'storewire-refunds', 'storewire' ), array_column( $export['data'], 'group_id' ) );
		same( array( '1', '30.00 EUR', 'Return: too small', 'made' ), array_slice( array_column( $export['data'][0]['data'], 'value' ), 0, 4 ) );
		same( array( '7', 'Ada', '["vip"]' ), array_column( $export['data'][1]['data'], 'value' ) );
		same( array( false, array() ), array( $export['done'], Storewire_Privacy::export( 'grace@example.com', 2 )['data'] ) );
	}
);

test(
	'the eraser is called before that of WooCommerce, which removes the address from the orders',
	static function () {
		Storewire_Privacy::register();
		same( array( 'storewire', 'woocommerce-customer-data' ), array_keys( apply_filters( 'wp_privacy_personal_data_erasers', array( 'woocommerce-customer-data' => array() ) ) ) );
		same( array( 'woocommerce', 'storewire' ), array_keys( apply_filters( 'wp_privacy_personal_data_exporters', array( 'woocommerce' => array() ) ) ) );
	}
);
