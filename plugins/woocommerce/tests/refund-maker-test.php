<?php
/**
 * Refunds are made once.
 *
 * @package Storewire
 */

/**
 * An order of 30.00 whose payments are counted.
 */
function order_of_30() {
	Refund_Shop::$gateway = static function ( $order_id, $amount ) {
		Refund_Shop::pay( $order_id, $amount );
		return true;
	};
	return Refund_Shop::order( 1, array( Refund_Item::of( 11, '25.21', array( 1 => '4.79' ), 3 ) ) );
}

/**
 * @return string[] The record's state, the status of its response, and how often was paid.
 */
function outcome_of( $action_id ) {
	$record = Storewire_Refund_Records::get( $action_id );
	return array( $record->state, isset( $record->response['status'] ) ? $record->response['status'] : $record->response['code'], count( Refund_Shop::payments() ) );
}

refund_test(
	'a refund is made by the payment gateway, and the same action gets the first response again',
	static function () {
		$order = order_of_30();
		$first = create_refund( create_data( 1 ) );
		same( array( 200, array( 'ok' => true, 'status' => 'succeeded', 'refundId' => '9001' ) ), $first );
		same( $first, create_refund( create_data( 1, array( 'amount' => 1 ) ) ) );
		same( array( array( 1, '30.00' ) ), Refund_Shop::payments() );
		same( array( 'made', 'succeeded', 1 ), outcome_of( 'act_1' ) );
		same( array( 'Refund #9001 of 30.00 EUR was made on request of storewire (act_1). Reason: Return: too small' ), $order->notes );
	}
);

refund_test(
	'ids of actions that differ in capitals only are two actions',
	static function () {
		order_of_30();
		create_refund( create_data( 1, array( 'actionId' => 'act_a', 'amount' => 1000, 'lines' => array( array( 'itemId' => '11', 'quantity' => 1 ) ) ) ) );
		create_refund( create_data( 1, array( 'actionId' => 'act_A', 'amount' => 1000, 'lines' => array( array( 'itemId' => '11', 'quantity' => 1 ) ) ) ) );
		same( 2, count( Refund_Shop::payments() ) );
	}
);

refund_test(
	'while another process refunds the order, there is no response: storewire asks again later',
	static function () {
		order_of_30();
		Stand_In::$is_locked = true;
		same( array( 503, array( 'message' => 'A refund of this order is being made. Ask again later.' ), 20 ), Storewire_Refund_Maker::answer( Storewire_Refund_Request::create( create_data( 1 ) ), true ) );
		same( array(), Refund_Shop::payments() );
	}
);

refund_test(
	'an amount that is no longer right is refused, and stays refused',
	static function () {
		order_of_30();
		wc_create_refund( array( 'order_id' => 1, 'amount' => '10.00', 'reason' => 'by hand' ) );
		$first = create_refund( create_data( 1 ) );
		same( array( 200, 'amount_changed', array() ), array( $first[0], $first[1]['code'], Refund_Shop::payments() ) );
		same( $first, create_refund( create_data( 1, array( 'amount' => 2000 ) ) ) );
		same( 'succeeded', create_refund( create_data( 1, array( 'actionId' => 'act_2', 'amount' => 2000 ) ) )[1]['status'] );
	}
);

refund_test(
	'a gateway that says no, or that pays and then fails, leaves the refund undecided, and the order without another refund',
	static function () {
		$failures = array(
			static function () {
				return new WP_Error( 'no', 'Insufficient balance.' );
			},
			static function () {
				return false;
			},
			static function ( $order_id, $amount ) {
				Refund_Shop::pay( $order_id, $amount );
				return new WP_Error( 'timeout', 'Timed out.' );
			},
			static function ( $order_id, $amount ) {
				Refund_Shop::pay( $order_id, $amount );
				throw new Exception( 'Connection reset.' );
			},
			static function ( $order_id, $amount ) {
				Refund_Shop::pay( $order_id, $amount );
				throw new TypeError( 'Unsupported operand types.' );
			},
		);
		foreach ( $failures as $number => $failure ) {
			Refund_Shop::reset();
			order_of_30();
			Refund_Shop::$gateway = $failure;
			same( array( 200, array( 'ok' => true, 'status' => 'pending', 'refundId' => 'order_1' ) ), create_refund( create_data( 1 ) ) );
			same( array( 'undecided', 'pending', (int) ( $number > 1 ) ), outcome_of( 'act_1' ) );
			same( array( 'refund_open', 'refund_open' ), array( preview( 1 ), create_refund( create_data( 1, array( 'actionId' => 'act_2' ) ) )[1]['code'] ) );
			same( array( 'pending', (int) ( $number > 1 ) ), array( create_refund( create_data( 1 ) )[1]['status'], count( Refund_Shop::payments() ) ) );
		}
	}
);

refund_test(
	'an error of a plugin after the payment does not undo the refund',
	static function () {
		$order = order_of_30();
		add_action(
			'woocommerce_order_refunded',
			static function () {
				throw new TypeError( 'A broken plugin.' );
			}
		);
		same( 'succeeded', create_refund( create_data( 1 ) )[1]['status'] );
		same( array( 'made', 'succeeded', 1 ), outcome_of( 'act_1' ) );
		is_true( false !== strpos( $order->notes[0], 'A broken plugin.' ) );
	}
);

refund_test(
	'a plugin that changes the amount, or that stops the refund, before the payment keeps it from being made',
	static function () {
		$plugins = array(
			'Another plugin has changed the amount of the refund from 30.00 EUR to 31.00, so it was not made.' => static function ( $refund ) {
				$refund->set_amount( '31.00' );
			},
			'Not on Sundays.' => static function () {
				throw new Exception( 'Not on Sundays.' );
			},
			'A broken plugin.' => static function () {
				throw new TypeError( 'A broken plugin.' );
			},
		);
		foreach ( $plugins as $message => $plugin ) {
			Refund_Shop::reset();
			Stand_In::$hooks = array();
			add_action( 'woocommerce_create_refund', $plugin );
			Storewire_Refund_Guard::register();
			order_of_30();
			same( array( 200, array( 'ok' => false, 'code' => 'not_made', 'message' => $message ) ), create_refund( create_data( 1 ) ) );
			same( array( array( 'refused', 'not_made', 0 ), array() ), array( outcome_of( 'act_1' ), Refund_Shop::refunds() ) );
			same( 3000, preview( 1 ) );
		}
	}
);

refund_test(
	'a refund is not made on top of another one that WooCommerce did not see when it began',
	static function () {
		Stand_In::$hooks = array();
		add_action(
			'woocommerce_create_refund',
			static function () {
				( new WC_Order_Refund( array( 'id' => 0, 'parent_id' => 1, 'amount' => '5.00', 'items' => array() ) ) )->save();
			}
		);
		Storewire_Refund_Guard::register();
		order_of_30();
		same( array( 'not_made', array() ), array( create_refund( create_data( 1 ) )[1]['code'], Refund_Shop::payments() ) );
	}
);

refund_test(
	'what fails before the record is an error, which is no answer: the next try begins again',
	static function () {
		$order = order_of_30();
		$items = array( new class( array( 'id' => 11, 'kind' => 'line_item', 'quantity' => 1 ) ) extends Refund_Item {
			public function get_taxes() {
				throw new TypeError( 'A broken plugin.' );
			}
		} );
		Shop::$orders[1] = new Refundable_Order( array( 'id' => 1, 'type' => 'shop_order', 'status' => 'processing', 'currency' => 'EUR', 'total' => '30.00', 'items' => $items ) );
		try {
			create_refund( create_data( 1 ) );
			is_true( false, 'an error' );
		} catch ( TypeError $error ) {
			same( null, Storewire_Refund_Records::get( 'act_1' ) );
		}
		Shop::$orders[1] = $order;
		same( 'succeeded', create_refund( create_data( 1 ) )[1]['status'] );
	}
);

refund_test(
	'a record that cannot be written is an error, which is no answer, and nothing is paid',
	static function () {
		order_of_30();
		Storewire_Refund_Table::$is_broken = true;
		try {
			create_refund( create_data( 1 ) );
			is_true( false, 'an error' );
		} catch ( RuntimeException $error ) {
			same( array(), Refund_Shop::payments() );
		} finally {
			Storewire_Refund_Table::$is_broken = false;
		}
	}
);

/**
 * As a process leaves things that is killed.
 *
 * @param string    $state   Of the record.
 * @param bool|null $is_paid Of WooCommerce's refund; null without one.
 */
function killed( $state, $is_paid, array $more = array() ) {
	Storewire_Refund_Records::insert( Storewire_Refund_Request::create( create_data( 1, $more ) ) );
	Storewire_Refund_Records::move( 'act_1', array( 'started' ), $state );
	if ( null !== $is_paid ) {
		$refund = wc_create_refund( array( 'order_id' => 1, 'amount' => '30.00', 'reason' => '' ) );
		$refund->update_meta_data( '_storewire_action_id', 'act_1' );
		$refund->set_refunded_payment( $is_paid );
		$refund->save();
		Shop::$orders[1]->update_status( 'processing' );
	}
}

refund_test(
	'a process that was killed before its response leaves a refund that is found as made, or undecided, and is never made again',
	static function () {
		foreach ( array( array( 'started', null, 'pending' ), array( 'asked', null, 'pending' ), array( 'asked', false, 'pending' ), array( 'asked', true, 'succeeded' ) ) as list( $state, $is_paid, $status ) ) {
			Refund_Shop::reset();
			$order = order_of_30();
			killed( $state, $is_paid );
			same( $status, create_refund( create_data( 1 ) )[1]['status'] );
			same( $status, create_refund( create_data( 1 ) )[1]['status'] );
			same( array( 'succeeded' === $status ? 'made' : 'undecided', $status, 0 ), outcome_of( 'act_1' ) );
			same( 'succeeded' === $status ? 'refunded' : 'processing', $order->get_status() );
		}
	}
);

refund_test(
	'a refund whose record was lost is found in WooCommerce by its action, also by a shop that is disconnected, and is not made again',
	static function () {
		foreach ( array( array( true, 'succeeded', 'made' ), array( false, 'pending', 'undecided' ) ) as list( $is_paid, $status, $state ) ) {
			Refund_Shop::reset();
			order_of_30();
			killed( 'asked', $is_paid );
			Kept::with(
				static function ( &$kept ) {
					$kept['rows'] = array();
				}
			);
			same( $status, Storewire_Refund_Maker::answer( Storewire_Refund_Request::create( create_data( 1 ) ), ! $is_paid )[1]['status'] );
			same( array( $state, $status, 0 ), outcome_of( 'act_1' ) );
		}
	}
);

refund_test(
	'a refund that was denied while its payment ran, and is paid then, counts as made, and is reported',
	static function () {
		$errors = array(
			static function () {},
			// WooCommerce's own reports do not find the refund.
			static function () {
				throw new Error( 'Call to a member function on bool' );
			},
		);
		foreach ( $errors as $error ) {
			Refund_Shop::reset();
			Stand_In::$hooks = array();
			Storewire_Refund_Guard::register();
			add_action( 'woocommerce_order_refunded', $error );
			order_of_30();
			Refund_Shop::$gateway = static function ( $order_id, $amount ) {
				// The database has ended the connection, and with it the lock.
				create_refund( create_data( 1 ) );
				Storewire_Refund_Decisions::decide( 'act_1', false );
				same( 'denied', Storewire_Refund_Records::get( 'act_1' )->state );
				Refund_Shop::pay( $order_id, $amount );
				return true;
			};
			create_refund( create_data( 1 ) );
			same( array( 'made', 'pending', 1 ), outcome_of( 'act_1' ) );
			same( 'due', Storewire_Refund_Records::get( 'act_1' )->report );
		}
	}
);

refund_test(
	'in the mode request nothing is paid: the shop gets a note, also if the process was killed before it',
	static function () {
		$order = order_of_30();
		same( array( 200, array( 'ok' => true, 'status' => 'pending', 'refundId' => 'order_1' ) ), create_refund( create_data( 1, array( 'mode' => 'request' ) ) ) );
		same( array( 'requested', 'pending', 0 ), outcome_of( 'act_1' ) );
		same( array( 'A refund of 30.00 EUR is requested (storewire act_1). Reason: Return: too small. Make the refund, or do not, then decide on the page of storewire in WordPress.' ), $order->notes );
		Refund_Shop::reset();
		order_of_30();
		killed( 'started', null, array( 'mode' => 'request' ) );
		create_refund( create_data( 1, array( 'mode' => 'request' ) ) );
		same( array( 'requested', 'pending', 0 ), outcome_of( 'act_1' ) );
	}
);

refund_test(
	'only goods that come back are put into stock again',
	static function () {
		foreach ( array( 'return: too small' => true, 'return' => true, 'defect' => false, 'other: return' => false ) as $reason => $is_restocked ) {
			Refund_Shop::reset();
			Stand_In::$hooks = array();
			Storewire_Refund_Guard::register();
			order_of_30();
			$args = array();
			add_action(
				'woocommerce_create_refund',
				static function ( $refund, $given ) use ( &$args ) {
					$args = $given;
				},
				10,
				2
			);
			create_refund( create_data( 1, array( 'reason' => $reason ) ) );
			same( array( $is_restocked, array( 11 => array( 'qty' => 3, 'refund_total' => '25.21', 'refund_tax' => array( 1 => '4.79' ) ) ) ), array( $args['restock_items'], $args['line_items'] ) );
			is_true( false === strpos( $args['reason'], 'too small' ), 'words of agents stay in the shop' );
		}
	}
);

refund_test(
	'without locks of the database the unique keys decide, and a record counts as left behind only after 15 minutes',
	static function () {
		order_of_30();
		$GLOBALS['wpdb'] = new class() extends Refund_Database {
			public function get_var( $sql ) {
				return null;
			}
		};
		killed( 'asked', null );
		same( 503, create_refund( create_data( 1 ) )[0] );
		same( 'refund_open', create_refund( create_data( 1, array( 'actionId' => 'act_2' ) ) )[1]['code'] );
		Storewire_Clock::$fixed_ms += 900000;
		same( 'pending', create_refund( create_data( 1 ) )[1]['status'] );
		$GLOBALS['wpdb'] = new Refund_Database();
	}
);
