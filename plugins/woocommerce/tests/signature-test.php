<?php
/**
 * Signatures, compared with those that storewire makes: `tests/signatures.json` is written by its own code.
 *
 * @package Storewire
 */

/**
 * @param array $headers What differs from no header.
 */
function signed_by( array $secrets, $body, array $headers, $now ) {
	return Storewire_Signature::fits( $secrets, $body, $headers + array_fill_keys( Storewire_Signature::HEADERS, '' ), $now );
}

test(
	'requests that storewire has signed are accepted, in both forms',
	static function () {
		$cases = json_decode( file_get_contents( __DIR__ . '/signatures.json' ), true );
		same( 4, count( $cases ) );
		foreach ( $cases as $case ) {
			$own      = array( 'service-signature' => $case['headers']['service-signature'] );
			$standard = array_diff_key( $case['headers'], $own );
			foreach ( array( $own, $standard, $case['headers'] ) as $headers ) {
				is_true( signed_by( array( $case['secret'] ), $case['body'], $headers, $case['timestamp'] ) );
				is_true( signed_by( array( 'whsec_other', $case['secret'] ), $case['body'], $headers, $case['timestamp'] ) );
				same( false, signed_by( array( $case['secret'] ), $case['body'] . ' ', $headers, $case['timestamp'] ) );
				same( false, signed_by( array( $case['secret'] . 'x' ), $case['body'], $headers, $case['timestamp'] ) );
				same( false, signed_by( array(), $case['body'], $headers, $case['timestamp'] ) );
			}
		}
	}
);

test(
	'a signature is valid for 300 seconds before and after its time',
	static function () {
		$header = array( 'service-signature' => Storewire_Signature::header( 'whsec_1', '{}', 1000000 ) );
		same( array( true, true, false, false ), array( signed_by( array( 'whsec_1' ), '{}', $header, 1000300 ), signed_by( array( 'whsec_1' ), '{}', $header, 999700 ), signed_by( array( 'whsec_1' ), '{}', $header, 1000301 ), signed_by( array( 'whsec_1' ), '{}', $header, 999699 ) ) );
	}
);

test(
	'a wrong service-signature is not saved by the other form',
	static function () {
		$case = json_decode( file_get_contents( __DIR__ . '/signatures.json' ), true )[0];
		same( false, signed_by( array( $case['secret'] ), $case['body'], array( 'service-signature' => 't=1,v1=00' ) + $case['headers'], $case['timestamp'] ) );
	}
);

test(
	'headers of another form are rejected',
	static function () {
		$valid = Storewire_Signature::header( 'whsec_1', '{}', 1000000 );
		foreach ( array( '', 'garbage', 't=,v1=', 't=1000000', ',,,', "t=1000000,$valid", str_replace( 't=1000000', 't=1e6', $valid ), substr( $valid, 0, -1 ), str_repeat( 'v1=' . str_repeat( '0', 64 ) . ',', 17 ) . $valid ) as $header ) {
			same( false, signed_by( array( 'whsec_1' ), '{}', array( 'service-signature' => $header ), 1000000 ) );
		}
		is_true( signed_by( array( 'whsec_1' ), '{}', array( 'service-signature' => strtoupper( 'x' ) . "=1, $valid" ), 1000000 ) );
	}
);
