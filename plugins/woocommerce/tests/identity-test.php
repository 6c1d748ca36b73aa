<?php
/**
 * Identity tokens and the chat's tag.
 *
 * @package Storewire
 */

test(
	'a signed-in user gets a token of five minutes for the customer of the orders, signed with the identity secret',
	static function () {
		Stand_In::connect();
		list( $head, $claims, $signature ) = explode( '.', Storewire_Identity::token( 12 ) );
		same( $signature, rtrim( strtr( base64_encode( hash_hmac( 'sha256', "$head.$claims", 'ids_1', true ) ), '+/', '-_' ), '=' ) );
		$read = json_decode( base64_decode( strtr( $claims, '-_', '+/' ) ), true );
		same( array( '12', 1767225600, 1767225900 ), array( $read['sub'], $read['iat'], $read['exp'] ) );
		same( array( 'alg' => 'HS256', 'typ' => 'JWT' ), json_decode( base64_decode( $head ), true ) );
		is_true( Storewire_Identity::token( 12 ) !== Storewire_Identity::token( 12 ), 'another token each time' );
	}
);

test(
	'a guest gets no token, and nobody does after a disconnect',
	static function () {
		Stand_In::connect();
		same( '', Storewire_Identity::token( 0 ) );
		Storewire_Connection::forget();
		same( '', Storewire_Identity::token( 12 ) );
	}
);

test(
	'the chat is hidden on the pages that the owner has named',
	static function () {
		$hidden = array( '/checkout/', '/blog/*', '/Über uns' );
		foreach ( array( '/checkout', '/checkout/?step=2', '/blog/', '/blog/a/b', '/%C3%9Cber%20uns/' ) as $address ) {
			is_true( Storewire_Chat::is_hidden( $address, $hidden ), "hidden: $address" );
		}
		foreach ( array( '/', '/checkout/pay/', '/blogs/', '/shop/?return=/checkout/' ) as $address ) {
			is_true( ! Storewire_Chat::is_hidden( $address, $hidden ), "shown: $address" );
		}
		is_true( Storewire_Chat::is_hidden( '/', array( '/' ) ), 'the first page' );
		is_true( ! Storewire_Chat::is_hidden( '/shop/', array( '/' ) ), 'not all pages' );
	}
);
