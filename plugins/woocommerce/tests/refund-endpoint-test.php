<?php
/**
 * The refund endpoint.
 *
 * @package Storewire
 */

define( 'SIGNING_SECRET', 'whsec_' . base64_encode( str_repeat( 'k', 32 ) ) );

/**
 * @param array|string $request The body.
 * @return array What the endpoint answers.
 */
function endpoint( $request, $secret = SIGNING_SECRET ) {
	$body    = is_string( $request ) ? $request : json_encode( $request );
	$headers = array( 'service-signature' => Storewire_Signature::header( $secret, $body, Storewire_Clock::now() ) ) + array_fill_keys( Storewire_Signature::HEADERS, '' );
	return Storewire_Refund_Endpoint::answer( $body, $headers );
}

function connect_with_secret( $secret = SIGNING_SECRET ) {
	update_option( Storewire_Connection::OPTION, array( 'signing_secret' => $secret ) + get_option( Storewire_Connection::OPTION ) );
}

refund_test(
	'a ping, a preview and a refund are answered',
	static function () {
		connect_with_secret();
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ) ) );
		same( array( 200, array( 'ok' => true ) ), endpoint( array( 'type' => 'ping', 'data' => array() ) ) );
		same( array( 200, array( 'ok' => true, 'amount' => 3000, 'currency' => 'EUR' ) ), endpoint( array( 'type' => 'refund.preview', 'data' => create_data( 1, array( 'actionId' => '' ) ) ) ) );
		same( 'succeeded', endpoint( array( 'type' => 'refund.create', 'data' => create_data( 1 ) ) )[1]['status'] );
	}
);

refund_test(
	'requests of another form are refused',
	static function () {
		connect_with_secret();
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ) ) );
		foreach ( array( '', '{', '[]', '"ping"', '{"type":7}', str_repeat( '[', 40 ) ) as $body ) {
			same( array( 400, 'bad_request' ), array( endpoint( $body )[0], endpoint( $body )[1]['code'] ) );
		}
		same( array( 400, 'unknown_type' ), array( endpoint( array( 'type' => 'refund.frobnicate' ) )[0], endpoint( array( 'type' => 'refund.frobnicate' ) )[1]['code'] ) );
		same( 413, endpoint( str_repeat( ' ', 1048577 ) )[0] );
		$wrong = array(
			array( 'actionId' => '' ),
			array( 'actionId' => "act\n1" ),
			array( 'actionId' => str_repeat( 'a', 192 ) ),
			array( 'amount' => -1 ),
			array( 'amount' => 30.5 ),
			array( 'amount' => '3000' ),
			array( 'amount' => null ),
			array( 'currency' => 'eur' ),
			array( 'mode' => 'now' ),
			array( 'orderId' => 1 ),
			array( 'lines' => 'all' ),
			array( 'lines' => array( 'all' ) ),
			array( 'lines' => array( array( 'itemId' => '11', 'quantity' => 0 ) ) ),
			array( 'lines' => array( array( 'itemId' => '11', 'quantity' => 1.5 ) ) ),
		);
		foreach ( $wrong as $more ) {
			same( array( 400, 'bad_request' ), array( endpoint( array( 'type' => 'refund.create', 'data' => create_data( 1, $more ) ) )[0], endpoint( array( 'type' => 'refund.create', 'data' => create_data( 1, $more ) ) )[1]['code'] ) );
		}
		same( array(), Refund_Shop::refunds() );
	}
);

refund_test(
	'without a secret, or with one that was cut, nobody can sign',
	static function () {
		foreach ( array( '', 'whsec_', 'whsec_1', 'undefined', 'whsec_' . str_repeat( 'a', 17 ), 'whsec_' . str_repeat( '?', 43 ) ) as $secret ) {
			connect_with_secret( $secret );
			same( array( 401, 'bad_signature' ), array( endpoint( array( 'type' => 'ping' ), $secret )[0], endpoint( array( 'type' => 'ping' ), $secret )[1]['code'] ) );
		}
	}
);

refund_test(
	'a disconnected shop begins no refund, and repeats for a day the response of one that it has begun',
	static function () {
		connect_with_secret();
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ) ) );
		Refund_Shop::order( 2, array( Refund_Item::of( 21, '30.00' ) ) );
		$first = endpoint( array( 'type' => 'refund.create', 'data' => create_data( 1 ) ) );
		same( 'succeeded', $first[1]['status'] );
		foreach ( array( 'forget', 'stop' ) as $number => $end ) {
			Stand_In::connect();
			connect_with_secret();
			Storewire_Connection::$end();
			$begun = array( 'actionId' => "act_2$number" );
			same( 'disconnected', endpoint( array( 'type' => 'refund.preview', 'data' => create_data( 2 ) ) )[1]['code'] );
			same( 'disconnected', endpoint( array( 'type' => 'refund.create', 'data' => create_data( 2, $begun ) ) )[1]['code'] );
			same( $first, endpoint( array( 'type' => 'refund.create', 'data' => create_data( 1 ) ) ) );
		}
		same( 1, count( Refund_Shop::refunds() ) );
		Storewire_Clock::$fixed_ms += 86400000;
		same( 401, endpoint( array( 'type' => 'refund.create', 'data' => create_data( 1 ) ) )[0] );
	}
);

refund_test(
	'the secret of an earlier connection begins no refund in a shop that is connected again',
	static function () {
		connect_with_secret();
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ) ) );
		Refund_Shop::order( 2, array( Refund_Item::of( 21, '30.00' ) ) );
		$first = endpoint( array( 'type' => 'refund.create', 'data' => create_data( 1 ) ) );
		Storewire_Connection::forget();
		Storewire_Connection::wait( 'https://other.example', 'cl_1', Storewire_Clock::now() + 1800, '' );
		Stand_In::connect();
		$newer = 'whsec_' . base64_encode( str_repeat( 'n', 32 ) );
		connect_with_secret( $newer );
		same( $first, endpoint( array( 'type' => 'refund.create', 'data' => create_data( 1 ) ) ) );
		$second = array( 'type' => 'refund.create', 'data' => create_data( 2, array( 'actionId' => 'act_2' ) ) );
		same( array( 'disconnected', 'disconnected' ), array( endpoint( array( 'type' => 'refund.preview', 'data' => create_data( 2 ) ) )[1]['code'], endpoint( $second )[1]['code'] ) );
		$second['data']['actionId'] = 'act_3';
		same( array( 'succeeded', 2 ), array( endpoint( $second, $newer )[1]['status'], count( Refund_Shop::refunds() ) ) );
	}
);

refund_test(
	'an error is a 500 that storewire tries again, and says nothing of its cause',
	static function () {
		connect_with_secret();
		Refund_Shop::order( 1, array( Refund_Item::of( 11, '30.00' ) ) );
		Storewire_Refund_Table::$is_broken = true;
		list( $status, $body )             = endpoint( array( 'type' => 'refund.create', 'data' => create_data( 1 ) ) );
		Storewire_Refund_Table::$is_broken = false;
		same( array( 500, false, 'error' ), array( $status, $body['ok'], $body['code'] ) );
		is_true( false === strpos( $body['message'], 'record' ) );
		is_true( false !== strpos( end( Refund_Logger::$lines ), 'record' ) );
	}
);
