<?php
/**
 * What the owner decides, and what storewire gets to know of it.
 *
 * @package Storewire
 */

/**
 * @param string|callable $gateway What it does, or its error.
 */
function undecided( $gateway ) {
	Refund_Shop::$gateway = is_callable( $gateway ) ? $gateway : static function () use ( $gateway ) {
		return new WP_Error( 'no', $gateway );
	};
	Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ) ) );
	create_refund( create_data( 1 ) );
	Stand_In::$jobs = array();
}

/**
 * @return array State and report of the record, and the amounts in the books of WooCommerce.
 */
function books() {
	$record = Storewire_Refund_Records::get( 'act_1' );
	return array( $record->state, $record->report, array_column( Refund_Shop::refunds(), 'amount' ) );
}

function storewire_says( $status, $body ) {
	Stand_In::$respond = static function () use ( $status, $body ) {
		return is_array( $body ) ? Stand_In::respond( $status, $body ) : Stand_In::refuse( $status, $body );
	};
}

refund_test(
	'a refund that was paid gets into the books of WooCommerce, and storewire gets the outcome',
	static function () {
		undecided( 'Timed out.' );
		Storewire_Refund_Decisions::decide( 'act_1', true );
		same( array( 'confirmed', 'due', array( '30.00' ) ), books() );
		same( 'refunded', Shop::$orders[1]->get_status() );
		storewire_says( 200, array( 'id' => 'act_1', 'status' => 'succeeded' ) );
		Storewire_Refund_Watch::run( 'act_1' );
		same( array( 'POST /api/v1/actions/act_1/status' ), Stand_In::paths() );
		same( array( 'status' => 'succeeded', 'refundId' => '9002' ), Stand_In::body( 0 ) );
		same( 'done', books()[1] );
	}
);

refund_test(
	'a refund that was not paid leaves the books, and the order can be refunded again',
	static function () {
		undecided(
			static function () {
				throw new TypeError( 'Before the payment.' );
			}
		);
		same( array( 'undecided', '', array( '30.00' ) ), books() );
		Storewire_Refund_Decisions::decide( 'act_1', false );
		same( array( 'denied', 'due', array() ), books() );
		same( 3000, preview( 1 ) );
		storewire_says( 200, array( 'id' => 'act_1', 'status' => 'failed' ) );
		Storewire_Refund_Watch::run( 'act_1' );
		same( array( 'status' => 'failed', 'message' => 'The shop reported that no money was refunded.' ), Stand_In::body( 0 ) );
		same( 'done', books()[1] );
	}
);

refund_test(
	'a refund that WooCommerce has marked as paid meanwhile is not denied any more',
	static function () {
		undecided(
			static function () {
				throw new TypeError( 'After the payment.' );
			}
		);
		$refund = Storewire_Refund_Store::find( Storewire_Refund_Records::get( 'act_1' ) );
		$refund->set_refunded_payment( true );
		$refund->save();
		is_true( false !== strpos( Storewire_Refund_Decisions::decide( 'act_1', false ), 'were refunded' ), 'what came of it' );
		same( array( 'confirmed', 'due', array( '30.00' ) ), books() );
	}
);

refund_test(
	'a refund that the shop made by hand on request is the one that counts, and is not written down again',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ), Refund_Item::of( 12, '30.00' ) ) );
		create_refund( create_data( 1, array( 'mode' => 'request', 'lines' => array( array( 'itemId' => '11', 'quantity' => 1 ) ) ) ) );
		wc_create_refund( array( 'order_id' => 1, 'amount' => '30.00', 'reason' => 'by hand', 'refund_payment' => true ) );
		Storewire_Refund_Decisions::decide( 'act_1', true );
		same( array( 'confirmed', 'due', array( '30.00' ) ), books() );
		same( 9001, Storewire_Refund_Records::get( 'act_1' )->refund_id );
	}
);

refund_test(
	'a refund is decided once, and not while a process makes it',
	static function () {
		undecided( 'Timed out.' );
		Stand_In::$is_locked = true;
		same( 'A refund of this order is being made at the moment. Decide in a minute.', Storewire_Refund_Decisions::decide( 'act_1', true ) );
		Stand_In::$is_locked = false;
		Storewire_Refund_Decisions::decide( 'act_1', false );
		same( 'This refund no longer waits for a decision: not refunded.', Storewire_Refund_Decisions::decide( 'act_1', true ) );
		same( 'denied', books()[0] );
		same( 'This refund is unknown.', Storewire_Refund_Decisions::decide( 'act_9', true ) );
	}
);

refund_test(
	'a report is repeated with longer and longer waits, for two weeks',
	static function () {
		undecided( 'Timed out.' );
		Storewire_Refund_Decisions::decide( 'act_1', true );
		storewire_says( 503, 'UNAVAILABLE' );
		$waits = array();
		while ( 'due' === books()[1] ) {
			Stand_In::$jobs = array();
			Storewire_Refund_Watch::run( 'act_1' );
			if ( Stand_In::$jobs ) {
				$waits[]                   = Stand_In::$jobs[0]['at'] - Storewire_Clock::now();
				Storewire_Clock::$fixed_ms = Stand_In::$jobs[0]['at'] * 1000;
			}
		}
		same( array( 60, 60, 60, 90, 135 ), array_slice( $waits, 0, 5 ) );
		same( array( 3600, true ), array( max( $waits ), array_sum( $waits ) > 1209600 ) );
		same( array( 'given_up', 'This is a 503.' ), array( books()[1], Storewire_Refund_Records::get( 'act_1' )->report_message ) );
	}
);

refund_test(
	'the owner gets a notice if storewire shows another outcome, or does not have the refund',
	static function () {
		undecided( 'Timed out.' );
		same( array( 'refund_undecided' ), array_column( Storewire_Refund_Notices::problem( array() ), 'code' ) );
		Storewire_Refund_Decisions::decide( 'act_1', true );
		same( array(), Storewire_Refund_Notices::problem( array() ) );
		storewire_says( 200, array( 'id' => 'act_1', 'status' => 'failed' ) );
		Storewire_Refund_Watch::run( 'act_1' );
		same( array( 'differs', array( 'refund_undecided' ) ), array( books()[1], array_column( Storewire_Refund_Notices::problem( array() ), 'code' ) ) );
		Storewire_Refund_Watch::report( 'act_1' );
		storewire_says( 404, 'NOT_FOUND' );
		Storewire_Refund_Watch::run( 'act_1' );
		same( 'unknown', books()[1] );
	}
);

refund_test(
	'a disconnected shop keeps its decision, and reports it once it is connected again',
	static function () {
		undecided( 'Timed out.' );
		Storewire_Connection::stop();
		is_true( false !== strpos( Storewire_Refund_Decisions::decide( 'act_1', true ), 'disconnected' ) );
		Storewire_Refund_Watch::run( 'act_1' );
		same( array( 'due', array() ), array( books()[1], Stand_In::paths() ) );
		Stand_In::connect();
		storewire_says( 200, array( 'id' => 'act_1', 'status' => 'succeeded' ) );
		Storewire_Refund_Watch::run( 'act_1' );
		same( 'done', books()[1] );
	}
);

refund_test(
	'a refund whose process was killed is found in the background, also if storewire never asks again',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ) ) );
		Refund_Shop::$gateway = static function () {
			throw new ErrorException( 'killed' );
		};
		Storewire_Refund_Records::insert( Storewire_Refund_Request::create( create_data( 1 ) ) );
		Stand_In::$is_locked = true;
		Storewire_Refund_Watch::run( 'act_1' );
		same( array( 'started', 60 ), array( books()[0], end( Stand_In::$jobs )['at'] - Storewire_Clock::now() ) );
		Stand_In::$is_locked = false;
		Storewire_Refund_Watch::run( 'act_1' );
		same( 'undecided', books()[0] );
	}
);

refund_test(
	'a refund whose job was lost gets another one when somebody opens WordPress: while it is open, or its outcome is not reported',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ) ) );
		Storewire_Refund_Records::insert( Storewire_Refund_Request::create( create_data( 1 ) ) );
		Storewire_Refund_Watch::look_for_lost();
		same( array(), Stand_In::$jobs );
		Storewire_Clock::$fixed_ms += 601000;
		Storewire_Refund_Watch::look_for_lost();
		Storewire_Refund_Watch::look_for_lost();
		same( array( 'storewire_watch_refund' ), array_column( Stand_In::$jobs, 'hook' ) );
		Storewire_Refund_Watch::run( 'act_1' );
		Stand_In::$jobs = array();
		Storewire_Refund_Watch::look_for_lost();
		same( array(), Stand_In::$jobs );
		Storewire_Refund_Decisions::decide( 'act_1', false );
		Stand_In::$jobs = array();
		Storewire_Refund_Watch::look_for_lost();
		same( array( 'storewire_watch_refund' ), array_column( Stand_In::$jobs, 'hook' ) );
	}
);

refund_test(
	'a refund that was made is reported if storewire may have no response: it asked again, or the response was late',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ) ) );
		create_refund( create_data( 1 ) );
		same( '', books()[1] );
		create_refund( create_data( 1 ) );
		same( 'due', books()[1] );
		Refund_Shop::reset();
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ) ) );
		Refund_Shop::$gateway = static function () {
			Storewire_Clock::$fixed_ms += 9000;
			return true;
		};
		create_refund( create_data( 1 ) );
		same( array( 'made', 'due' ), array_slice( books(), 0, 2 ) );
	}
);

refund_test(
	'a refund that is made by hand waits for one of storewire, and counts it',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ) ) );
		Stand_In::$is_locked = true;
		$by_hand             = array( 'order_id' => 1, 'amount' => '30.00', 'reason' => 'by hand', 'refund_payment' => true );
		same( 'storewire makes a refund of this order at the moment. Load the order again in a minute.', wc_create_refund( $by_hand )->get_error_message() );
		// A refund without payment moves no money: plugins of payment providers write down what was refunded there.
		is_true( wc_create_refund( array( 'refund_payment' => false, 'amount' => '1.00' ) + $by_hand ) instanceof WC_Order_Refund );
		Stand_In::$is_locked = false;
		is_true( wc_create_refund( array( 'amount' => '5.00' ) + $by_hand ) instanceof WC_Order_Refund );
		// WooCommerce has read what is left before storewire refunded the rest.
		$late = new WC_Order_Refund( array( 'id' => 0, 'parent_id' => 1, 'amount' => '25.00' ) );
		try {
			Storewire_Refund_Guard::check( $late, $by_hand );
			is_true( false, 'an exception' );
		} catch ( Exception $error ) {
			same( 'Another refund of this order was made a moment ago. Load the order again.', $error->getMessage() );
		}
	}
);

refund_test(
	'a refund by hand is not stopped by an amount beyond what is counted exactly, such as in rials',
	static function () {
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '12000000000' ) ) );
		is_true( wc_create_refund( array( 'order_id' => 1, 'amount' => '12000000000.00', 'reason' => 'by hand', 'refund_payment' => true ) ) instanceof WC_Order_Refund );
	}
);
