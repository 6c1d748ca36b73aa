<?php
/**
 * The import of the history.
 *
 * @package Storewire
 */

/**
 * A storewire that takes a history, and is done when it is asked.
 *
 * @param int $lost After how many calls the connection is cut, 0 for never.
 */
function storewire_for_history( $lost = 0 ) {
	$done              = array();
	Stand_In::$respond = static function ( $url, $args ) use ( $lost, &$done ) {
		$path = substr( $url, strlen( 'https://chat.example/api/v1' ) );
		if ( count( Stand_In::$calls ) === $lost ) {
			return new WP_Error( 'http_request_failed', 'Connection reset' );
		}
		if ( '/backfills' === $path ) {
			return Stand_In::respond( 200, array( 'id' => 'bf_1' ) );
		}
		if ( '/backfills/bf_1' === $path ) {
			return Stand_In::respond( 200, array( 'status' => 'done', 'progress' => 1, 'results' => array( 'created' => 9, 'updated' => 0, 'stale' => 0 ) ) );
		}
		unset( $args );
		return Stand_In::respond( 202, array( 'batchId' => 'b_1' ) );
	};
}

/**
 * @param int $count Of orders; the shop has one customer and one product, too.
 */
function shop_with_history( $count ) {
	Stand_In::connect();
	Stand_In::$users[3] = (object) array(
		'ID'    => 3,
		'roles' => array( 'customer' ),
	);
	Shop::product( 50 );
	for ( $id = 1; $id <= $count; $id++ ) {
		Shop::order( $id );
	}
}

test(
	'all customers, products and orders are sent, 500 a call, in one backfill that is closed',
	static function () {
		shop_with_history( 1100 );
		storewire_for_history();
		Storewire_History_Runner::start();
		Storewire_History_Runner::run();
		same(
			array( 'POST /api/v1/backfills', 'POST /api/v1/customers/bulk', 'POST /api/v1/products/bulk', 'POST /api/v1/orders/bulk', 'POST /api/v1/orders/bulk', 'POST /api/v1/orders/bulk', 'POST /api/v1/backfills/bf_1/close', 'GET /api/v1/backfills/bf_1' ),
			Stand_In::paths()
		);
		same( array( 500, 500, 100 ), array_map( 'count', array( Stand_In::body( 3 )['data'], Stand_In::body( 4 )['data'], Stand_In::body( 5 )['data'] ) ) );
		same( 'bf_1', Stand_In::body( 5 )['backfillId'] );
		$history = Storewire_History::get();
		same( array( 'done', array( 'customers' => 1, 'products' => 1, 'orders' => 1100 ), 9, 1.0 ), array( $history['status'], $history['sent'], $history['results']['created'], Storewire_History::progress() ) );
	}
);

test(
	'an object has the time of its last change: of its mark, else of WooCommerce, never one in the future',
	static function () {
		shop_with_history( 3 );
		storewire_for_history();
		Shop::order( 3, array( 'date_modified' => new WC_DateTime( '2099-01-01T00:00:00Z' ) ) );
		Storewire_Marks::mark( 'orders', '2' );
		Storewire_History_Runner::start();
		Storewire_History_Runner::run();
		same( array( 1762077600000, 1767225600000, 1767225600000 ), array_column( Stand_In::body( 3 )['data'], 'updatedAt' ) );
	}
);

test(
	'a product has the time of its newest variation: WooCommerce leaves that of the product as it is when a stock changes',
	static function () {
		shop_with_history( 1 );
		storewire_for_history();
		Shop::product( 60, array( 'type' => 'variable', 'children' => array( 61, 62, 63 ) ) );
		Shop::product( 61, array( 'type' => 'variation', 'date_modified' => new WC_DateTime( '2025-12-01T10:00:00Z' ) ) );
		Shop::product( 62, array( 'type' => 'variation', 'date_modified' => null ) );
		Storewire_History_Runner::start();
		Storewire_History_Runner::run();
		same( array( '50' => 1759312800000, '60' => 1764583200000 ), array_column( Stand_In::body( 2 )['data'], 'updatedAt', 'id' ) );
	}
);

test(
	'after a cut the same page is sent again under the same key, and the import continues from there',
	static function () {
		shop_with_history( 700 );
		storewire_for_history( 4 );
		Storewire_History_Runner::start();
		Storewire_History_Runner::run();
		same( array( 'sending', 0, 500 ), array( Storewire_History::get()['status'], Storewire_History::get()['after'], Storewire_History::get()['until'] ) );
		same( array( Storewire_History_Runner::HOOK ), array_column( Stand_In::$jobs, 'hook' ) );
		// Meanwhile an order of that page was deleted: the page must not reach further than before.
		unset( Shop::$orders[10] );
		storewire_for_history();
		Storewire_Clock::$fixed_ms += 60000;
		Storewire_History_Runner::run();
		same( Stand_In::$calls[3]['args']['headers']['Idempotency-Key'], Stand_In::$calls[4]['args']['headers']['Idempotency-Key'] );
		$again = Stand_In::body( 4 )['data'];
		same( array( 499, '500' ), array( count( $again ), end( $again )['id'] ) );
		same( '501', Stand_In::body( 5 )['data'][0]['id'] );
		same( 'done', Storewire_History::get()['status'] );
	}
);

test(
	'a page that storewire has under its key already is not sent again',
	static function () {
		shop_with_history( 2 );
		Stand_In::$respond = static function ( $url ) {
			if ( false !== strpos( $url, '/orders/bulk' ) ) {
				return Stand_In::refuse( 409, 'CONFLICT', array( 'reason' => 'idempotency_key_reused' ) );
			}
			return Stand_In::respond( 200, array( 'id' => 'bf_1', 'status' => 'done', 'progress' => 1, 'results' => array() ) );
		};
		Storewire_History_Runner::start();
		Storewire_History_Runner::run();
		same( 'done', Storewire_History::get()['status'] );
	}
);

test(
	'a rejected object is counted with its reason, the others are sent',
	static function () {
		shop_with_history( 3 );
		storewire_for_history();
		$others            = Stand_In::$respond;
		Stand_In::$respond = static function ( $url, $args ) use ( $others ) {
			$body = isset( $args['body'] ) ? json_decode( $args['body'], true ) : array();
			if ( false !== strpos( $url, '/orders/bulk' ) && 3 === count( $body['data'] ) ) {
				return Stand_In::refuse( 400, 'BAD_REQUEST', array( 'issues' => array( array( 'path' => array( 'data', 1, 'phone' ), 'message' => 'is too long' ) ) ) );
			}
			return $others( $url, $args );
		};
		Storewire_History_Runner::start();
		Storewire_History_Runner::run();
		$history = Storewire_History::get();
		same( array( 'done', 1, 'phone is too long' ), array( $history['status'], $history['rejected'], $history['rejection'] ) );
	}
);

test(
	'an object that a plugin keeps from being read is counted with its reason, and the import ends',
	static function () {
		shop_with_history( 3 );
		storewire_for_history();
		Shop::$orders[2] = new class( array( 'id' => 2, 'type' => 'shop_order', 'status' => 'processing' ) ) extends WC_Order {
			public function get_order_number() {
				throw new TypeError( 'A broken plugin.' );
			}
		};
		Storewire_History_Runner::start();
		Storewire_History_Runner::run();
		$history = Storewire_History::get();
		same( array( 'done', 2, 1, 'Reading it failed: A broken plugin.' ), array( $history['status'], $history['sent']['orders'], $history['rejected'], $history['rejection'] ) );
	}
);

test(
	'a backfill that storewire no longer has ends the import with a reason, and it can begin again',
	static function () {
		shop_with_history( 1 );
		Stand_In::$respond = static function ( $url ) {
			return false === strpos( $url, '/bulk' ) ? Stand_In::respond( 200, array( 'id' => 'bf_1' ) ) : Stand_In::refuse( 409, 'CONFLICT', array( 'reason' => 'backfill_missing' ) );
		};
		Storewire_History_Runner::start();
		Storewire_History_Runner::run();
		same( array( 'failed', '' ), array( Storewire_History::get()['status'], Storewire_History::get()['backfill'] ) );
		same( array( 'import_failed' ), array_column( Storewire_Problems::all(), 'code' ) );
		storewire_for_history();
		Storewire_History_Runner::start();
		Storewire_History_Runner::run();
		same( 'done', Storewire_History::get()['status'] );
	}
);

test(
	'an import that fails for hours stops, and continues where it was',
	static function () {
		shop_with_history( 1 );
		Stand_In::$respond = static function ( $url ) {
			return false === strpos( $url, '/bulk' ) ? Stand_In::respond( 200, array( 'id' => 'bf_1' ) ) : Stand_In::refuse( 503, 'SERVICE_UNAVAILABLE' );
		};
		Storewire_History_Runner::start();
		for ( $try = 0; $try < 14; $try++ ) {
			Storewire_History_Runner::run();
			Storewire_Clock::$fixed_ms += 3600000;
		}
		same( 'failed', Storewire_History::get()['status'] );
		storewire_for_history();
		Storewire_History_Runner::resume();
		Storewire_History_Runner::run();
		same( array( 'done', 'bf_1' ), array( Storewire_History::get()['status'], Storewire_History::get()['backfill'] ) );
	}
);

test(
	'an import that runs is not begun a second time',
	static function () {
		shop_with_history( 1 );
		Stand_In::$is_locked = true;
		Storewire_History_Runner::start();
		$started                    = Storewire_History::get()['started_at'];
		Storewire_Clock::$fixed_ms += 5000;
		Storewire_History_Runner::start();
		Storewire_History_Runner::run();
		same( array( $started, array() ), array( Storewire_History::get()['started_at'], Stand_In::$calls ) );
	}
);
