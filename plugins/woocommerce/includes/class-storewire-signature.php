<?php
/**
 * Signatures of requests to the refund endpoint.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Verifies that a request was signed by storewire. There are two forms: `service-signature`, and that of Standard Webhooks.
 */
class Storewire_Signature {
	/** How far the time of a signature may be from the shop's clock, in seconds, in both directions. */
	const TOLERANCE = 300;

	/** A header of storewire has one signature, or two while a secret changes. */
	const MAX_SIGNATURES = 16;

	/** The headers to pass to fits(). */
	const HEADERS = array( 'service-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature' );

	/**
	 * The Standard Webhooks headers count only if there is no `service-signature`.
	 *
	 * @param string[] $secrets Each `whsec_…`. With none, nothing fits.
	 * @param string   $body    The raw body, byte for byte as it arrived.
	 * @param string[] $headers By lower-case name; '' for a missing one.
	 * @param int      $now     Unix seconds.
	 * @return bool
	 */
	public static function fits( array $secrets, $body, array $headers, $now ) {
		$is_own = '' !== $headers['service-signature'];
		$signed = $is_own ? self::own( $headers['service-signature'] ) : self::standard( $headers );
		if ( null === $signed || abs( $now - (int) $signed['time'] ) > self::TOLERANCE ) {
			return false;
		}
		foreach ( $secrets as $secret ) {
			$expected = $is_own
				? hash_hmac( 'sha256', $signed['time'] . '.' . $body, $secret )
				: self::standard_signature( $secret, $headers['webhook-id'] . '.' . $signed['time'] . '.' . $body );
			foreach ( $signed['signatures'] as $signature ) {
				if ( hash_equals( $expected, $signature ) ) {
					return true;
				}
			}
		}
		return false;
	}

	/**
	 * Signs a request as storewire does. Used by the test of the endpoint on the settings page.
	 *
	 * @param string $secret The signing secret.
	 * @param string $body   The raw body.
	 * @param int    $now    Unix seconds.
	 * @return string The header `service-signature`.
	 */
	public static function header( $secret, $body, $now ) {
		return "t=$now,v1=" . hash_hmac( 'sha256', "$now.$body", $secret );
	}

	/**
	 * @param string $header `t=<unix seconds>,v1=<hex>`; it may have several `v1`.
	 * @return array|null `time` and `signatures`; null for another form.
	 */
	private static function own( $header ) {
		$times      = array();
		$signatures = array();
		foreach ( explode( ',', $header ) as $part ) {
			$part = trim( $part );
			if ( 0 === strpos( $part, 't=' ) ) {
				$times[] = substr( $part, 2 );
			} elseif ( preg_match( '/^v1=([0-9a-f]{64})$/iD', $part, $match ) ) {
				$signatures[] = strtolower( $match[1] );
			}
		}
		return 1 === count( $times ) ? self::checked( $times[0], $signatures ) : null;
	}

	/**
	 * @param string[] $headers `webhook-signature` is `v1,<base64>`, several with spaces between.
	 * @return array|null As own().
	 */
	private static function standard( array $headers ) {
		$signatures = array();
		foreach ( explode( ' ', $headers['webhook-signature'] ) as $part ) {
			if ( preg_match( '#^v1,([0-9A-Za-z+/]{43}=)$#D', $part, $match ) ) {
				$signatures[] = $match[1];
			}
		}
		return '' === $headers['webhook-id'] ? null : self::checked( $headers['webhook-timestamp'], $signatures );
	}

	private static function checked( $time, array $signatures ) {
		$is_valid = preg_match( '/^\d{1,12}$/D', $time ) && count( $signatures ) > 0 && count( $signatures ) <= self::MAX_SIGNATURES;
		return $is_valid ? compact( 'time', 'signatures' ) : null;
	}

	/** The key of Standard Webhooks is the bytes that the secret encodes. */
	private static function standard_signature( $secret, $content ) {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- the form of the secret, no code.
		$key = base64_decode( substr( $secret, strlen( 'whsec_' ) ), true );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- the form of the header.
		return base64_encode( hash_hmac( 'sha256', $content, (string) $key, true ) );
	}
}
