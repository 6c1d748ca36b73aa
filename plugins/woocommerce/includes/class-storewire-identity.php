<?php
/**
 * Who is signed in, for the chat.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Answers `GET ?storewire-token` with an identity token for the signed-in user, and guests with none.
 */
class Storewire_Identity {
	const PARAMETER = 'storewire-token';

	const VALID_S = 300;

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'init', array( __CLASS__, 'serve' ), 1 );
	}

	/**
	 * Answers and ends, if a token is asked for.
	 */
	public static function serve() {
		// phpcs:ignore WordPress.Security.NonceVerification -- nothing is changed, and another site cannot read the answer.
		if ( ! isset( $_GET[ self::PARAMETER ] ) || 'GET' !== self::header( 'REQUEST_METHOD' ) ) {
			return;
		}
		// Plugins that cache pages read this; browsers and proxies read the headers.
		defined( 'DONOTCACHEPAGE' ) || define( 'DONOTCACHEPAGE', true );
		nocache_headers();
		header( 'Cache-Control: no-store, private' );
		header( 'Content-Type: text/plain; charset=utf-8' );
		header( 'X-Content-Type-Options: nosniff' );
		$token = self::is_from_elsewhere() ? '' : self::token( get_current_user_id() );
		status_header( '' === $token ? 401 : 200 );
		echo $token; // phpcs:ignore WordPress.Security.EscapeOutput -- letters, digits, dots, - and _.
		exit;
	}

	/**
	 * @param int $user_id Of a user, 0 for a guest.
	 * @return string A token that counts once and for five minutes, or ''.
	 */
	public static function token( $user_id ) {
		$secret = Storewire_Connection::is_connected() ? Storewire_Connection::get( 'identity_secret' ) : '';
		if ( $user_id <= 0 || '' === $secret ) {
			return '';
		}
		$now    = Storewire_Clock::now();
		$claims = array(
			'sub' => (string) $user_id,
			'iat' => $now,
			'exp' => $now + self::VALID_S,
			'jti' => bin2hex( random_bytes( 16 ) ),
		);
		$text   = self::encode( '{"alg":"HS256","typ":"JWT"}' ) . '.' . self::encode( wp_json_encode( $claims ) );
		return $text . '.' . self::encode( hash_hmac( 'sha256', $text, $secret, true ) );
	}

	/**
	 * @return bool Whether a page of another site asks. Browsers of 2023 and newer say so.
	 */
	private static function is_from_elsewhere() {
		return ! in_array( self::header( 'HTTP_SEC_FETCH_SITE' ), array( '', 'same-origin' ), true );
	}

	/**
	 * @param string $name Of a value of the web server.
	 * @return string
	 */
	private static function header( $name ) {
		return isset( $_SERVER[ $name ] ) ? sanitize_text_field( wp_unslash( $_SERVER[ $name ] ) ) : '';
	}

	/**
	 * @param string $bytes Anything.
	 * @return string In base64url.
	 */
	private static function encode( $bytes ) {
		return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- a format of its own.
	}
}
