<?php
/**
 * What is marked, and how it is sent.
 *
 * @package Storewire
 */

/**
 * A storewire that takes everything.
 */
function storewire_that_takes_all() {
	Stand_In::$respond = static function ( $url, $args ) {
		return 'DELETE' === $args['method'] ? Stand_In::respond( 204, '' ) : Stand_In::respond( 200, array( 'results' => array() ) );
	};
}

/**
 * @param int $count Of orders, which are marked.
 */
function marked_orders( $count ) {
	for ( $id = 1; $id <= $count; $id++ ) {
		Shop::order( $id );
		Storewire_Marks::mark( 'orders', (string) $id );
	}
}

test(
	'a change marks the object and plans one job, and sends nothing',
	static function () {
		Stand_In::connect();
		Storewire_Hooks::order( 7 );
		Storewire_Hooks::order( 7 );
		same( 1, Storewire_Marks::waiting()['count'] );
		same( array(), Stand_In::$calls );
		same( array( Storewire_Sender::HOOK ), array_column( Stand_In::$jobs, 'hook' ) );
	}
);

test(
	'two changes in one millisecond, and one after the clock was set back, have rising times',
	static function () {
		$times = array();
		foreach ( array( 1000, 1000, 400 ) as $ms ) {
			Storewire_Clock::$fixed_ms = $ms;
			Storewire_Marks::mark( 'orders', '7' );
			$times[] = Storewire_Marks::times( 'orders', array( '7' ) )['7'];
		}
		same( array( 1000, 1001, 1002 ), $times );
	}
);

test(
	'changes are sent in calls of 25, customers and products before orders, with the time of the marking',
	static function () {
		Stand_In::connect();
		storewire_that_takes_all();
		marked_orders( 30 );
		Shop::product( 90 );
		Storewire_Marks::mark( 'products', '90' );
		Storewire_Sender::run();
		same( array( 'POST /api/v1/products', 'POST /api/v1/orders', 'POST /api/v1/orders' ), Stand_In::paths() );
		same( array( 1, 25, 5 ), array( count( Stand_In::body( 0 )['data'] ), count( Stand_In::body( 1 )['data'] ), count( Stand_In::body( 2 )['data'] ) ) );
		same( 1767225600000, Stand_In::body( 1 )['data'][0]['updatedAt'] );
		same( 0, Storewire_Marks::waiting()['count'] );
		same( array(), Stand_In::$jobs );
	}
);

test(
	'every call has the key and the plugin\'s state, and follows no redirect',
	static function () {
		Stand_In::connect();
		marked_orders( 1 );
		Storewire_Sender::run();
		$args = Stand_In::$calls[0]['args'];
		same( 'Bearer sk_1', $args['headers']['Authorization'] );
		parse_str( $args['headers']['Storewire-Connection'], $state );
		same( array( '1.2.0', '11.0.1', '1' ), array( $state['plugin'], $state['system'], $state['queue'] ) );
		same( 0, $args['redirection'] );
	}
);

test(
	'a change while its object is sent waits for the next call',
	static function () {
		Stand_In::connect();
		marked_orders( 1 );
		$changes           = 1;
		Stand_In::$respond = static function () use ( &$changes ) {
			if ( $changes-- > 0 ) {
				Storewire_Marks::mark( 'orders', '1' );
			}
			return Stand_In::respond( 200, array( 'results' => array() ) );
		};
		Storewire_Sender::run();
		same( array( 1767225600000, 1767225600001 ), array( Stand_In::body( 0 )['data'][0]['updatedAt'], Stand_In::body( 1 )['data'][0]['updatedAt'] ) );
		same( 0, Storewire_Marks::waiting()['count'] );
	}
);

test(
	'an invalid object is left out with its reason, and the others arrive',
	static function () {
		Stand_In::connect();
		marked_orders( 3 );
		Stand_In::$respond = static function ( $url, $args ) {
			foreach ( json_decode( $args['body'], true )['data'] as $index => $order ) {
				if ( '2' === $order['id'] ) {
					return Stand_In::refuse( 400, 'BAD_REQUEST', array( 'issues' => array( array( 'path' => array( 'data', $index, 'email' ), 'message' => 'must be an e-mail address' ) ) ) );
				}
			}
			return Stand_In::respond( 200, array( 'results' => array() ) );
		};
		Storewire_Sender::run();
		same( array( '1', '3' ), array_column( Stand_In::body( 1 )['data'], 'id' ) );
		$refused = Storewire_Marks::refused( 9 );
		same( array( '2', 'email must be an e-mail address' ), array( $refused[0]['id'], $refused[0]['refusal'] ) );
		same( array( 'objects_rejected' ), array_column( Storewire_Problems::all(), 'code' ) );
		Storewire_Marks::mark( 'orders', '2' );
		same( array(), Storewire_Problems::all() );
	}
);

test(
	'an object that is too large is left out, whether storewire names it or not',
	static function () {
		Stand_In::connect();
		marked_orders( 2 );
		Stand_In::$respond = static function ( $url, $args ) {
			$orders = json_decode( $args['body'], true )['data'];
			if ( '1' === $orders[0]['id'] ) {
				return Stand_In::refuse( 413, 'PAYLOAD_TOO_LARGE', array( 'max' => 1, 'path' => array( 'data', 0 ) ) );
			}
			return Stand_In::refuse( 413, 'PAYLOAD_TOO_LARGE', array( 'max' => 1 ) );
		};
		Storewire_Sender::run();
		same( 2, count( Storewire_Marks::refused( 9 ) ) );
		same( 0, Storewire_Marks::waiting()['count'] );
	}
);

test(
	'while storewire is down the waits double up to half an hour, nothing is lost, and each object counts once',
	static function () {
		Stand_In::connect();
		marked_orders( 1 );
		Stand_In::$respond = static function () {
			return new WP_Error( 'http_request_failed', 'Connection refused' );
		};
		$waits = array();
		for ( $try = 0; $try < 8; $try++ ) {
			Storewire_Hooks::order( 1 );
			Stand_In::$jobs = array();
			Storewire_Sender::run();
			$wait                       = Stand_In::$jobs[0]['at'] - Storewire_Clock::now();
			$waits[]                    = $wait;
			Storewire_Clock::$fixed_ms += 1000 * $wait;
		}
		same( array( 60, 120, 240, 480, 960, 1800, 1800, 1800 ), $waits );
		same( 1, Storewire_Marks::waiting()['count'] );
		is_true( false !== strpos( Storewire_Queue::get( 'error' ), 'https://chat.example/api/v1/orders: Connection refused' ), 'the address in the error' );
		storewire_that_takes_all();
		Storewire_Sender::run();
		same( array( 0, '', 0 ), array( Storewire_Marks::waiting()['count'], Storewire_Queue::get( 'error' ), Storewire_Queue::get( 'failures' ) ) );
	}
);

test(
	'nothing is sent before the wait is over',
	static function () {
		Stand_In::connect();
		marked_orders( 1 );
		Stand_In::$respond = static function () {
			return Stand_In::refuse( 503, 'SERVICE_UNAVAILABLE' );
		};
		Storewire_Sender::run();
		Storewire_Clock::$fixed_ms += 30000;
		Stand_In::$jobs             = array();
		Storewire_Sender::run();
		same( 1, count( Stand_In::$calls ) );
		same( 30, Stand_In::$jobs[0]['at'] - Storewire_Clock::now() );
	}
);

test(
	'a 429 is repeated after the time that storewire names',
	static function () {
		Stand_In::connect();
		marked_orders( 1 );
		Stand_In::$respond = static function () {
			return Stand_In::refuse( 429, 'TOO_MANY_REQUESTS', array(), array( 'retry-after' => '300' ) );
		};
		Storewire_Sender::run();
		same( 300, Stand_In::$jobs[0]['at'] - Storewire_Clock::now() );
	}
);

test(
	'a revoked key stops the sending and the jobs, changes are still marked, and the signing secret stays for a day',
	static function () {
		Stand_In::connect();
		Storewire_Jobs::register();
		marked_orders( 1 );
		Stand_In::$respond = static function () {
			return Stand_In::refuse( 401, 'UNAUTHORIZED' );
		};
		Storewire_Sender::run();
		same( array( 'stopped', '', '', 'whsec_1' ), array( Storewire_Connection::get( 'state' ), Storewire_Connection::get( 'secret_key' ), Storewire_Connection::get( 'identity_secret' ), Storewire_Connection::get( 'old_signing_secret' ) ) );
		same( array(), Stand_In::$jobs );
		Storewire_Hooks::order( 2 );
		same( 2, Storewire_Marks::waiting()['count'] );
		Storewire_Sender::run();
		same( 1, count( Stand_In::$calls ) );
	}
);

test(
	'after a new connection everything that was marked meanwhile is sent at once',
	static function () {
		Stand_In::connect();
		Storewire_Sender::register();
		marked_orders( 2 );
		Stand_In::$respond = static function () {
			return Stand_In::refuse( 401, 'UNAUTHORIZED' );
		};
		Storewire_Sender::run();
		Stand_In::begin_request();
		Stand_In::connect();
		storewire_that_takes_all();
		Storewire_Sender::run();
		same( array( 0, 2 ), array( Storewire_Marks::waiting()['count'], count( Stand_In::body( 1 )['data'] ) ) );
	}
);

test(
	'a 401 or 404 of something else at the address says nothing about the key',
	static function () {
		foreach ( array( 401, 404, 302 ) as $status ) {
			Stand_In::reset();
			Stand_In::connect();
			marked_orders( 1 );
			Stand_In::$respond = static function () use ( $status ) {
				return Stand_In::respond( $status, '<html>Sign in</html>' );
			};
			Storewire_Sender::run();
			same( 'connected', Storewire_Connection::get( 'state' ) );
			same( array( 1, 1 ), array( Storewire_Marks::waiting()['count'], count( Stand_In::$jobs ) ) );
		}
	}
);

test(
	'a page in place of a response of storewire is no success',
	static function () {
		Stand_In::connect();
		marked_orders( 1 );
		Stand_In::$respond = static function () {
			return Stand_In::respond( 200, '<html>Welcome</html>' );
		};
		Storewire_Sender::run();
		same( 1, Storewire_Marks::waiting()['count'] );
	}
);

test(
	'a deleted order is erased in storewire with its parcels, also if storewire has never had it',
	static function () {
		Stand_In::connect();
		Storewire_Marks::note( 'shipments', '7-a', 5 );
		Storewire_Hooks::order_deleted( 7, Shop::order( 7 ) );
		unset( Shop::$orders[7] );
		Stand_In::$respond = static function ( $url ) {
			return false === strpos( $url, 'shipments' ) ? Stand_In::refuse( 404, 'NOT_FOUND' ) : Stand_In::respond( 204, '' );
		};
		Storewire_Sender::run();
		same( array( 'DELETE /api/v1/orders/7', 'DELETE /api/v1/shipments/7-a' ), Stand_In::paths() );
		same( 0, Storewire_Marks::waiting()['count'] );
	}
);

test(
	'a user who is deleted in a network, and so taken out of the shop, is erased in storewire',
	static function () {
		Stand_In::connect();
		Storewire_Hooks::register();
		do_action( 'remove_user_from_blog', 7, 2, 0 );
		same( array( array( 'customers', '7', true ) ), array_map( 'gone_row', Storewire_Marks::take( 'customers', 9 ) ) );
	}
);

function gone_row( $row ) {
	return array( $row['kind'], $row['id'], $row['gone'] );
}

test(
	'an order that cannot be read is not erased',
	static function () {
		Stand_In::connect();
		Storewire_Marks::mark( 'orders', '7' );
		Storewire_Sender::run();
		same( array( array(), 0 ), array( Stand_In::paths(), Storewire_Marks::waiting()['count'] ) );
	}
);

test(
	'an order brings its parcels, and one that was taken out of it is erased',
	static function () {
		Stand_In::connect();
		storewire_that_takes_all();
		Shop::order( 7, array( 'meta' => array( Storewire_Shipment_Mapping::META_KEY => array( array( 'tracking_number' => '1' ) ) ) ) );
		Storewire_Marks::note( 'shipments', '7-gone', 5 );
		Storewire_Marks::note( 'shipments', '77-other', 5 );
		Storewire_Marks::mark( 'orders', '7' );
		Storewire_Sender::run();
		same( array( 'POST /api/v1/orders', 'DELETE /api/v1/shipments/7-gone', 'POST /api/v1/shipments' ), Stand_In::paths() );
		same( '7', Stand_In::body( 2 )['data'][0]['orderId'] );
	}
);

test(
	'large orders are split so that each call fits, and compressed',
	static function () {
		Stand_In::connect();
		storewire_that_takes_all();
		for ( $id = 1; $id <= 3; $id++ ) {
			$lines = array();
			for ( $line = 1; $line <= 1000; $line++ ) {
				$lines[] = Shop::line( $line, array( 'name' => str_repeat( 'x', 1900 ) ) );
			}
			Shop::order( $id, array( 'items' => $lines ) );
			Storewire_Marks::mark( 'orders', (string) $id );
		}
		Storewire_Sender::run();
		same( array( 1, 1, 1 ), array_map( 'count', array_column( array( Stand_In::body( 0 ), Stand_In::body( 1 ), Stand_In::body( 2 ) ), 'data' ) ) );
		same( 'gzip', Stand_In::$calls[0]['args']['headers']['Content-Encoding'] );
	}
);

test(
	'a run beside another one sends nothing',
	static function () {
		Stand_In::connect();
		marked_orders( 1 );
		Stand_In::$is_locked = true;
		Storewire_Sender::run();
		same( array( array(), 1 ), array( Stand_In::$calls, Storewire_Marks::waiting()['count'] ) );
	}
);

test(
	'what waits without a job gets one from the job that repeats',
	static function () {
		Stand_In::connect();
		marked_orders( 1 );
		Storewire_Sender::start_what_waits();
		same( array( Storewire_Sender::HOOK ), array_column( Stand_In::$jobs, 'hook' ) );
	}
);

test(
	'a shop that was never connected marks nothing',
	static function () {
		Storewire_Hooks::order( 7 );
		Storewire_Hooks::customer_deleted( 7 );
		same( 0, Storewire_Marks::waiting()['count'] );
	}
);

test(
	'an object that a plugin keeps from being read is left out with its reason, and the others arrive',
	static function () {
		Stand_In::connect();
		storewire_that_takes_all();
		marked_orders( 3 );
		Shop::$orders[2] = new class( array( 'id' => 2, 'type' => 'shop_order', 'status' => 'processing' ) ) extends WC_Order {
			public function get_order_number() {
				throw new TypeError( 'A broken plugin.' );
			}
		};
		Shop::$orders[3] = new class( array( 'items' => array() ) + array( 'id' => 3, 'type' => 'shop_order', 'status' => 'processing', 'coupon_codes' => array() ) ) extends WC_Order {
			public function get_meta( $name ) {
				if ( Storewire_Shipment_Mapping::META_KEY === $name ) {
					throw new TypeError( "A broken plugin for $name." );
				}
				return parent::get_meta( $name );
			}
		};
		Storewire_Sender::run();
		same( array( '1', '3' ), array_column( Stand_In::body( 0 )['data'], 'id' ) );
		same( array( 0, array( array( 'orders', '2', 'Reading it failed: A broken plugin.' ) ) ), array( Storewire_Marks::waiting()['count'], array_map( 'array_values', array_map( 'refused_row', Storewire_Marks::refused( 9 ) ) ) ) );
		is_true( false !== strpos( end( Refund_Logger::$lines ), 'A broken plugin for _wc_shipment_tracking_items' ) );
	}
);

test(
	'an object that stops PHP twice while it is read, such as by its limit of memory, is left out, and tried again after its next change',
	static function () {
		Stand_In::connect();
		storewire_that_takes_all();
		Storewire_Objects::register();
		marked_orders( 3 );
		Shop::$orders[2] = new class( array( 'id' => 2, 'type' => 'shop_order', 'status' => 'processing' ) ) extends WC_Order {
			public function get_order_number() {
				// PHP calls this at its end, whatever ends it.
				do_action( 'shutdown' );
				throw new Exception( 'The end of the process.' );
			}
		};
		foreach ( array( 1, 2 ) as $process ) {
			unset( $process );
			try {
				Storewire_Objects::read( 'orders', '2' );
			} catch ( Exception $end ) {
				Stand_In::begin_request();
			}
		}
		do_action( 'shutdown' );
		Storewire_Sender::run();
		same( array( '1', '3' ), array_column( Stand_In::body( 0 )['data'], 'id' ) );
		same( array( array( 'orders', '2', 'Reading it failed: PHP was stopped twice.' ) ), array_map( 'array_values', array_map( 'refused_row', Storewire_Marks::refused( 9 ) ) ) );
		Shop::order( 2 );
		Storewire_Hooks::order( 2 );
		Storewire_Sender::run();
		same( array( array(), 0 ), array( Storewire_Marks::refused( 9 ), Storewire_Marks::waiting()['count'] ) );
	}
);

function refused_row( $row ) {
	return array_intersect_key( $row, array( 'kind' => 0, 'id' => 0, 'refusal' => 0 ) );
}
