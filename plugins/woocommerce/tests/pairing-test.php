<?php
/**
 * Connecting by a code.
 *
 * @package Storewire
 */

const CODE = 'https://chat.example/support#cc_012345678901234567890123456789abc';

/**
 * @param callable $poll Makes the response of a poll.
 */
function storewire_that_pairs( $poll ) {
	Stand_In::$respond = static function ( $url ) use ( $poll ) {
		if ( '/claim' === substr( $url, -6 ) ) {
			return Stand_In::respond( 200, array( 'claimSecret' => 'cl_1', 'expiresAt' => '2026-01-01T00:30:00.000Z', 'pollSeconds' => 5 ) );
		}
		return '/poll' === substr( $url, -5 ) ? $poll() : Stand_In::respond( 200, array( 'version' => '1.3.0', 'now' => '2026-01-01T00:00:00Z', 'pluginUrl' => 'https://chat.example/x.zip' ) );
	};
}

/**
 * @return array A poll's response after a click on Connect.
 */
function confirmed() {
	return Stand_In::respond(
		200,
		array(
			'status'      => 'connected',
			'credentials' => array(
				'workspace'      => array(
					'id'   => 'org_1',
					'name' => 'Shop',
				),
				'apiUrl'         => 'https://chat.example/support/api/v1',
				'scriptUrl'      => 'https://chat.example/support/widget.js',
				'secretKey'      => 'sk_1',
				'publishableKey' => 'pk_1',
				'identitySecret' => 'ids_1',
				'refunds'        => null,
			),
		)
	);
}

test(
	'a code is claimed at the address that it names, then the shop waits for a click',
	static function () {
		storewire_that_pairs( 'confirmed' );
		same( '', Storewire_Pairing::claim( "  \n" . CODE . ' ' ) );
		same( 'https://chat.example/support/connect/claim', Stand_In::$calls[0]['url'] );
		same(
			array(
				'code'      => 'cc_012345678901234567890123456789abc',
				'kind'      => 'woocommerce',
				'shop'      => 'https://shop.example',
				'version'   => '1.2.0',
				'refundUrl' => 'https://shop.example/wp-json/storewire/v1/refund',
			),
			Stand_In::body( 0 )
		);
		is_true( ! isset( Stand_In::$calls[0]['args']['headers']['Authorization'] ), 'a claim without a key' );
		same( array( 'waiting', 'cl_1' ), array( Storewire_Connection::get( 'state' ), Storewire_Connection::get( 'claim_secret' ) ) );
		same( array( Storewire_Pairing::HOOK ), array_column( Stand_In::$jobs, 'hook' ) );
	}
);

test(
	'after the click the keys are stored, and the new key is used at once',
	static function () {
		storewire_that_pairs( 'confirmed' );
		Storewire_Pairing::claim( CODE );
		same( '', Storewire_Pairing::poll() );
		same( array( 'connected', 'sk_1', 'ids_1', '', '' ), array( Storewire_Connection::get( 'state' ), Storewire_Connection::get( 'secret_key' ), Storewire_Connection::get( 'identity_secret' ), Storewire_Connection::get( 'signing_secret' ), Storewire_Connection::get( 'claim_secret' ) ) );
		same( 'Bearer cl_1', Stand_In::$calls[1]['args']['headers']['Authorization'] );
		same( array( 'https://chat.example/support/connect/state', 'Bearer sk_1' ), array( Stand_In::$calls[2]['url'], Stand_In::$calls[2]['args']['headers']['Authorization'] ) );
		is_true( Storewire_State::has_newer_plugin(), 'a newer plugin' );
	}
);

test(
	'what is not a code is not sent anywhere',
	static function () {
		foreach ( array( '', 'cc_012345678901234567890123456789abc', 'https://chat.example', 'ftp://chat.example#cc_012345678901234567890123456789abc', CODE . 'x' ) as $text ) {
			is_true( '' !== Storewire_Pairing::claim( $text ), "a problem for $text" );
		}
		same( array(), Stand_In::$calls );
	}
);

test(
	'a shop that storewire cannot call is connected without refunds, with the reason in a notice',
	static function () {
		Stand_In::$respond = static function ( $url, $args ) {
			if ( null !== json_decode( $args['body'], true )['refundUrl'] ) {
				return Stand_In::refuse( 400, 'BAD_REQUEST' );
			}
			return Stand_In::respond( 200, array( 'claimSecret' => 'cl_1', 'expiresAt' => '2026-01-01T00:30:00.000Z' ) );
		};
		same( '', Storewire_Pairing::claim( CODE ) );
		same( 'waiting', Storewire_Connection::get( 'state' ) );
		is_true( false !== strpos( Storewire_Connection::get( 'notice' ), 'This is a 400.' ), 'the reason' );
	}
);

test(
	'each refusal of a claim has a sentence, and an address that does not answer is named',
	static function () {
		$cases = array(
			'expired'                                      => Stand_In::refuse( 401, 'UNAUTHORIZED' ),
			'used already'                                 => Stand_In::refuse( 409, 'CONFLICT', array( 'reason' => 'code_used' ) ),
			'This is a 409.'                               => Stand_In::refuse( 409, 'CONFLICT', array( 'reason' => 'wrong_kind' ) ),
			'https://chat.example/support/connect/claim: Connection refused' => new WP_Error( 'x', 'Connection refused' ),
			'(HTTP 403)'                                   => Stand_In::respond( 403, '<html>Firewall</html>' ),
			'was not one of storewire'                     => Stand_In::respond( 200, array( 'hello' => 'world' ) ),
		);
		foreach ( $cases as $text => $response ) {
			Stand_In::$respond = static function () use ( $response ) {
				return $response;
			};
			$problem = Storewire_Pairing::claim( CODE );
			is_true( false !== strpos( $problem, $text ), "'$text' in '$problem'" );
			same( 'none', Storewire_Connection::get( 'state' ) );
		}
	}
);

test(
	'a refused, expired or lost claim ends the waiting with a sentence',
	static function () {
		$ends = array(
			'refused'      => Stand_In::respond( 200, array( 'status' => 'refused', 'credentials' => null ) ),
			'expired'      => Stand_In::respond( 200, array( 'status' => 'expired', 'credentials' => null ) ),
			'Disconnect'   => Stand_In::respond( 200, array( 'status' => 'connected', 'credentials' => null ) ),
			'has expired:' => Stand_In::refuse( 401, 'UNAUTHORIZED' ),
		);
		foreach ( $ends as $text => $response ) {
			storewire_that_pairs(
				static function () use ( $response ) {
					return $response;
				}
			);
			Storewire_Pairing::claim( CODE );
			$problem = Storewire_Pairing::poll();
			is_true( false !== strpos( $problem, $text ), "'$text' in '$problem'" );
			same( 'none', Storewire_Connection::get( 'state' ) );
		}
	}
);

test(
	'a shop that storewire has disconnected marks its changes while it waits, and after a claim that nobody confirmed',
	static function () {
		Stand_In::connect();
		Storewire_Connection::stop();
		storewire_that_pairs(
			static function () {
				return Stand_In::respond( 200, array( 'status' => 'refused', 'credentials' => null ) );
			}
		);
		Storewire_Pairing::claim( CODE );
		Storewire_Hooks::order( 1 );
		Storewire_Pairing::poll();
		same( 'stopped', Storewire_Connection::get( 'state' ) );
		Storewire_Hooks::order( 2 );
		same( 2, Storewire_Marks::waiting()['count'] );
	}
);

test(
	'the waiting continues while nobody has clicked or storewire does not answer, and ends with the code',
	static function () {
		storewire_that_pairs(
			static function () {
				return new WP_Error( 'x', 'Connection refused' );
			}
		);
		Storewire_Pairing::claim( CODE );
		Stand_In::$jobs = array();
		Storewire_Pairing::poll_again();
		same( array( 'waiting', 1 ), array( Storewire_Connection::get( 'state' ), count( Stand_In::$jobs ) ) );
		Storewire_Clock::$fixed_ms += 1000 * 1900;
		is_true( '' !== Storewire_Pairing::poll(), 'a sentence' );
		same( 'none', Storewire_Connection::get( 'state' ) );
	}
);

test(
	'a process that began before the keys came leaves them alone: it neither asks for them again, nor ends the connection with its older key',
	static function () {
		storewire_that_pairs(
			static function () {
				return Stand_In::respond( 200, array( 'status' => 'connected', 'credentials' => null ) );
			}
		);
		Storewire_Pairing::claim( CODE );
		$read = Stand_In::$options;
		Stand_In::connect();
		Stand_In::$read_options = $read;
		same( '', Storewire_Pairing::poll() );
		Stand_In::$read_options = null;
		same( array( 'connected', 'sk_1' ), array( Storewire_Connection::get( 'state' ), Storewire_Connection::get( 'secret_key' ) ) );

		$read               = Stand_In::$options;
		$read[ Storewire_Connection::OPTION ]['secret_key'] = 'sk_0';
		Stand_In::$read_options                             = $read;
		Stand_In::$respond                                  = static function () {
			return Stand_In::refuse( 401, 'UNAUTHORIZED' );
		};
		Storewire_Api::call( 'GET', '/orders' );
		Stand_In::$read_options = null;
		same( array( 'connected', 'sk_1' ), array( Storewire_Connection::get( 'state' ), Storewire_Connection::get( 'secret_key' ) ) );
	}
);

test(
	'a page that was opened earlier cannot end a connection by its Cancel, or put another code in its place',
	static function () {
		Stand_In::connect();
		$_POST = array( 'code' => CODE );
		foreach ( array( 'cancel', 'connect' ) as $button ) {
			$result = Closure::bind(
				static function () use ( $button ) {
					return Storewire_Admin_Actions::$button();
				},
				null,
				'Storewire_Admin_Actions'
			)();
			same( array( 'connected', 'sk_1', array() ), array( Storewire_Connection::get( 'state' ), Storewire_Connection::get( 'secret_key' ), Stand_In::$calls ) );
		}
		same( 'The shop is connected already. Disconnect it first.', $result['text'] );
		$_POST = array();
	}
);

test(
	'a copy of the shop, such as one to try things out, sends and erases nothing, and makes no refund, until it is connected itself',
	static function () {
		$copies = array(
			array( 'https://staging.shop.example', 'production' ),
			array( 'http://localhost:8080', 'production' ),
			array( 'https://shop.example', 'staging' ),
		);
		foreach ( $copies as list( $home, $environment ) ) {
			Stand_In::reset();
			Stand_In::connect();
			Stand_In::$home        = $home;
			Stand_In::$environment = $environment;
			Storewire_Hooks::customer_deleted( 7 );
			Storewire_Sender::run();
			Storewire_State::check();
			Storewire_History_Runner::run();
			same( array( 'stopped', '', '', '' ), array( Storewire_Connection::get( 'state' ), Storewire_Connection::get( 'secret_key' ), Storewire_Connection::get( 'signing_secret' ), Storewire_Identity::token( 7 ) ) );
			same( array(), Stand_In::$calls );
			storewire_that_pairs( 'confirmed' );
			Storewire_Pairing::claim( CODE );
			Storewire_Pairing::poll();
			same( array( 'connected', '' ), array( Storewire_Connection::get( 'state' ), Storewire_Connection::get( 'old_signing_secret' ) ) );
		}
	}
);

test(
	'the shop itself stays connected: with www or without, with TLS or without, and where its address is not known',
	static function () {
		Stand_In::connect();
		foreach ( array( 'https://www.shop.example', 'http://Shop.example/store', '', 'https://' ) as $home ) {
			Stand_In::$home = $home;
			is_true( Storewire_Connection::is_connected(), "connected at $home" );
		}
	}
);

test(
	'a database without locks connects, too',
	static function () {
		$database        = $GLOBALS['wpdb'];
		$GLOBALS['wpdb'] = new class() extends Refund_Database {
			public function get_var( $sql ) {
				unset( $sql );
				return null;
			}
		};
		try {
			storewire_that_pairs( 'confirmed' );
			Storewire_Pairing::claim( CODE );
			same( '', Storewire_Pairing::poll() );
			same( 'connected', Storewire_Connection::get( 'state' ) );
		} finally {
			$GLOBALS['wpdb'] = $database;
		}
	}
);

test(
	'a disconnect informs storewire, forgets the keys, and reports if storewire could not be informed',
	static function () {
		Stand_In::connect();
		same( '', Storewire_Pairing::disconnect() );
		same( array( 'none', '', 'whsec_1' ), array( Storewire_Connection::get( 'state' ), Storewire_Connection::get( 'secret_key' ), Storewire_Connection::get( 'old_signing_secret' ) ) );
		same( 'POST', Stand_In::$calls[0]['args']['method'] );
		Stand_In::connect();
		Stand_In::$respond = static function () {
			return new WP_Error( 'x', 'Connection refused' );
		};
		is_true( '' !== Storewire_Pairing::disconnect(), 'a sentence' );
		same( 'none', Storewire_Connection::get( 'state' ) );
	}
);

test(
	'the signing secret of an ended connection is forgotten after a day',
	static function () {
		Stand_In::connect();
		Storewire_Connection::forget();
		Storewire_Clock::$fixed_ms += 1000 * 86401;
		Storewire_Connection::forget();
		same( '', Storewire_Connection::get( 'old_signing_secret' ) );
	}
);
