<?php
/**
 * Calls of storewire.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * The one place from which the plugin opens connections.
 */
class Storewire_Api {
	const TIMEOUT_S = 20;

	/** Responses of storewire are small; whatever is longer is not one. */
	const MOST_BYTES = 4194304;

	/** A body over this size is worth compressing. */
	const COMPRESS_FROM = 4096;

	/**
	 * Calls the API of the connected storewire.
	 *
	 * @param string     $method  Such as `POST`.
	 * @param string     $path    Such as `/orders`.
	 * @param array|null $body    Sent as JSON.
	 * @param string[]   $headers Further headers by name.
	 * @return Storewire_Answer
	 */
	public static function call( $method, $path, $body = null, array $headers = array() ) {
		return self::with_key( $method, Storewire_Connection::get( 'api_url' ) . $path, $body, $headers );
	}

	/**
	 * Calls what storewire has for connected shops.
	 *
	 * @param string $method Such as `GET`.
	 * @param string $path   Such as `/state`.
	 * @return Storewire_Answer
	 */
	public static function connect_call( $method, $path ) {
		return self::with_key( $method, Storewire_Connection::get( 'address' ) . '/connect' . $path, null, array() );
	}

	/**
	 * Sends one request.
	 *
	 * @param string     $method  Such as `POST`.
	 * @param string     $url     The whole address.
	 * @param array|null $body    Sent as JSON.
	 * @param string[]   $headers Headers by name.
	 * @return Storewire_Answer
	 */
	public static function request( $method, $url, $body = null, array $headers = array() ) {
		$args = array(
			'method'              => $method,
			'timeout'             => self::TIMEOUT_S,
			'redirection'         => 0,
			'limit_response_size' => self::MOST_BYTES,
			'user-agent'          => 'storewire-woocommerce/' . STOREWIRE_VERSION,
			'headers'             => $headers + array( 'Accept' => 'application/json' ),
		);
		if ( null !== $body ) {
			$text = wp_json_encode( $body, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
			if ( false === $text ) {
				return new Storewire_Answer( 400, array(), __( 'A text of the shop is not valid UTF-8.', 'storewire' ) );
			}
			$args['headers']['Content-Type'] = 'application/json';
			$args['body']                    = $text;
			if ( strlen( $text ) >= self::COMPRESS_FROM && function_exists( 'gzencode' ) ) {
				$args['headers']['Content-Encoding'] = 'gzip';
				$args['body']                        = gzencode( $text, 6 );
			}
		}
		return self::answer( wp_remote_request( $url, $args ), $url );
	}

	/**
	 * @param string     $method  Such as `POST`.
	 * @param string     $url     The whole address.
	 * @param array|null $body    Sent as JSON.
	 * @param string[]   $headers Headers by name.
	 * @return Storewire_Answer
	 */
	private static function with_key( $method, $url, $body, array $headers ) {
		$key = Storewire_Connection::get( 'secret_key' );
		if ( '' === $key ) {
			return new Storewire_Answer( 401, array(), __( 'The shop is not connected to storewire.', 'storewire' ) );
		}
		$headers['Authorization']        = "Bearer $key";
		$headers['Storewire-Connection'] = Storewire_State::report();
		$answer                          = self::request( $method, $url, $body, $headers );
		if ( 401 === $answer->status ) {
			// Another process may have connected again meanwhile: its key is not the refused one.
			Storewire_Objects::read_again();
			if ( Storewire_Connection::get( 'secret_key' ) === $key ) {
				Storewire_Connection::stop();
			}
		}
		return $answer;
	}

	/**
	 * @param array|WP_Error $response Of WordPress.
	 * @param string         $url      What was called.
	 * @return Storewire_Answer
	 */
	private static function answer( $response, $url ) {
		if ( is_wp_error( $response ) ) {
			/* translators: 1: address, 2: reason, such as "Connection refused" */
			$text = __( 'storewire could not be reached at %1$s: %2$s', 'storewire' );
			return new Storewire_Answer( 0, array(), sprintf( $text, $url, rtrim( $response->get_error_message(), '.' ) . '.' ) );
		}
		$status = (int) wp_remote_retrieve_response_code( $response );
		$data   = json_decode( wp_remote_retrieve_body( $response ), true );
		$retry  = (int) wp_remote_retrieve_header( $response, 'retry-after' );
		if ( $status >= 200 && $status < 300 ) {
			if ( is_array( $data ) || 204 === $status ) {
				return new Storewire_Answer( $status, is_array( $data ) ? $data : array(), '' );
			}
			/* translators: %s: address */
			$text = __( 'The response of %s was not one of storewire: something else answers at this address.', 'storewire' );
			return new Storewire_Answer( 0, array(), sprintf( $text, $url ) );
		}
		if ( is_array( $data ) && isset( $data['code'], $data['message'] ) && is_string( $data['message'] ) ) {
			return new Storewire_Answer( $status, $data, $data['message'], $retry );
		}
		// A 401 or 404 of something else, such as a proxy, says nothing about the key.
		/* translators: 1: address, 2: HTTP status */
		$text = __( 'The response of %1$s was not one of storewire (HTTP %2$d): a proxy or something else answers at this address.', 'storewire' );
		return new Storewire_Answer( $status >= 500 ? $status : 0, array(), sprintf( $text, $url, $status ), $retry );
	}
}
