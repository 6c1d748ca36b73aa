<?php
/**
 * The refund endpoint, which storewire calls.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * `POST /wp-json/storewire/v1/refund`: verifies the signature over the raw body, then answers by the type of the request.
 */
class Storewire_Refund_Endpoint {
	/** Requests of storewire are some KiB; one with 10,000 lines is smaller than this. */
	const MAX_BYTES = 1048576;

	/** Deeper JSON is not a request of storewire. */
	const MAX_DEPTH = 32;

	/** Bytes of a key that nobody can guess. storewire makes 32. */
	const MIN_KEY = 16;

	public static function register() {
		add_action( 'rest_api_init', array( __CLASS__, 'add_route' ) );
	}

	public static function add_route() {
		register_rest_route(
			'storewire/v1',
			'/refund',
			array(
				'methods'             => 'POST',
				'callback'            => array( __CLASS__, 'serve' ),
				// The signature decides, which needs the raw body.
				'permission_callback' => '__return_true',
			)
		);
	}

	/**
	 * @param WP_REST_Request $request The request.
	 * @return WP_REST_Response
	 */
	public static function serve( $request ) {
		$headers = array();
		foreach ( Storewire_Signature::HEADERS as $name ) {
			$headers[ $name ] = (string) $request->get_header( $name );
		}
		$answer   = self::answer( (string) $request->get_body(), $headers );
		$response = new WP_REST_Response( $answer[1], $answer[0] );
		$response->header( 'Cache-Control', 'no-store' );
		if ( isset( $answer[2] ) ) {
			$response->header( 'Retry-After', (string) $answer[2] );
		}
		return $response;
	}

	/**
	 * @param string   $raw     The raw body.
	 * @param string[] $headers The headers of Storewire_Signature::HEADERS, by lower-case name.
	 * @return array Status, body, and for a body without `ok` after how many seconds storewire may ask again.
	 */
	public static function answer( $raw, array $headers ) {
		try {
			if ( strlen( $raw ) > self::MAX_BYTES ) {
				throw new Storewire_Refusal( 'too_large', __( 'The request is too large.', 'storewire' ), 413 );
			}
			$now     = Storewire_Clock::now();
			$is_ours = Storewire_Signature::fits( self::secrets( 'signing_secret' ), $raw, $headers, $now );
			$was     = (int) Storewire_Connection::get( 'old_signing_until' ) > $now ? self::secrets( 'old_signing_secret' ) : array();
			if ( ! $is_ours && ! Storewire_Signature::fits( $was, $raw, $headers, $now ) ) {
				throw new Storewire_Refusal(
					'bad_signature',
					__( 'The signature does not fit the signing secret of the shop, or its time is more than 5 minutes from the clock of the shop.', 'storewire' ),
					401
				);
			}
			return self::dispatch( json_decode( $raw, true, self::MAX_DEPTH ), $is_ours && Storewire_Connection::is_connected() );
		} catch ( Storewire_Refusal $refusal ) {
			return array( $refusal->status, $refusal->body() );
		} catch ( Throwable $error ) {
			Storewire_Refund_Log::error( $error );
			return array(
				500,
				array(
					'ok'      => false,
					'code'    => 'error',
					'message' => __( 'The shop could not process the request. Its log of WooCommerce (source storewire) has the details.', 'storewire' ),
				),
			);
		}
	}

	/** @param bool $is_connected Whether the request is one of the present connection. */
	private static function dispatch( $request, $is_connected ) {
		if ( ! is_array( $request ) || ! isset( $request['type'] ) || ! is_string( $request['type'] ) ) {
			throw new Storewire_Refusal( 'bad_request', __( 'The request is not JSON of the expected form.', 'storewire' ), 400 );
		}
		$data = isset( $request['data'] ) && is_array( $request['data'] ) ? $request['data'] : array();
		switch ( $request['type'] ) {
			case 'ping':
				return array( 200, array( 'ok' => true ) );
			case 'refund.preview':
				return array( 200, self::preview( Storewire_Refund_Request::preview( $data ), $is_connected ) );
			case 'refund.create':
				return Storewire_Refund_Maker::answer( Storewire_Refund_Request::create( $data ), $is_connected );
		}
		throw new Storewire_Refusal( 'unknown_type', __( 'This version of the plugin does not have this type of request.', 'storewire' ), 400 );
	}

	/** Calculates only. */
	private static function preview( array $request, $is_connected ) {
		if ( ! $is_connected ) {
			throw Storewire_Refusal::disconnected();
		}
		$quote = Storewire_Refund_Quote::of( $request );
		return array(
			'ok'       => true,
			'amount'   => $quote->amount,
			'currency' => $quote->currency,
		);
	}

	/**
	 * An empty or cut secret must not become a key that anybody can guess.
	 *
	 * @param string $name Of the connection's values. The secret of an ended connection stays valid for a day, for refunds that have begun.
	 * @return string[] The secret, if it is one.
	 */
	private static function secrets( $name ) {
		$secret = (string) Storewire_Connection::get( $name );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- the form of the secret, no code.
		$key = 0 === strpos( $secret, 'whsec_' ) ? (string) base64_decode( substr( $secret, strlen( 'whsec_' ) ), true ) : '';
		return strlen( $key ) >= self::MIN_KEY ? array( $secret ) : array();
	}
}
