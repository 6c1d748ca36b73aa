<?php
/**
 * A cookie that says whether somebody is signed in.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * The chat's script reads it: pages may come out of a cache, and WordPress's own cookies are hidden from scripts. It proves nothing, and no
 * server reads it.
 */
class Storewire_Signed_In {
	const COOKIE = 'storewire_signed_in';

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'set_logged_in_cookie', array( __CLASS__, 'signed_in' ), 10, 2 );
		add_action( 'clear_auth_cookie', array( __CLASS__, 'signed_out' ) );
		add_action( 'init', array( __CLASS__, 'repair' ), 2 );
	}

	/**
	 * @param string $cookie Of WordPress.
	 * @param int    $expire When that ends in the browser, 0 for with the browser.
	 */
	public static function signed_in( $cookie, $expire ) {
		unset( $cookie );
		self::put( in_array( self::says(), array( '0', '2' ), true ) ? '2' : '1', $expire );
	}

	/**
	 * The next page ends the chat's session.
	 */
	public static function signed_out() {
		if ( in_array( self::says(), array( '1', '2' ), true ) ) {
			self::put( '0', Storewire_Clock::now() + 30 * DAY_IN_SECONDS );
		}
	}

	/**
	 * People who were signed in before the plugin was there, and those whose session has ended by itself.
	 */
	public static function repair() {
		if ( headers_sent() || wp_doing_ajax() || wp_doing_cron() ) {
			return;
		}
		if ( ! is_user_logged_in() ) {
			self::signed_out();
		} elseif ( ! in_array( self::says(), array( '1', '2' ), true ) ) {
			self::signed_in( '', 0 );
		}
	}

	/**
	 * @return string The cookie's path.
	 */
	public static function path() {
		return COOKIEPATH ? COOKIEPATH : '/';
	}

	/**
	 * @return string `1` signed in; `0` signed out, and the chat does not know it yet; `2` signed in after that; '' nobody was.
	 */
	private static function says() {
		return isset( $_COOKIE[ self::COOKIE ] ) ? sanitize_key( $_COOKIE[ self::COOKIE ] ) : '';
	}

	/**
	 * @param string $value  As says() returns it.
	 * @param int    $expire In seconds since 1970, 0 for with the browser.
	 */
	private static function put( $value, $expire ) {
		if ( ! Storewire_Connection::is_connected() || headers_sent() ) {
			return;
		}
		setcookie(
			self::COOKIE,
			$value,
			array(
				'expires'  => $expire,
				'path'     => self::path(),
				'secure'   => is_ssl(),
				'samesite' => 'Lax',
			)
		);
		$_COOKIE[ self::COOKIE ] = $value;
	}
}
