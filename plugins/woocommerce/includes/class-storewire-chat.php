<?php
/**
 * The chat window on the shop's pages.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Prints the script tag in the footer. The same text is printed for everybody, so that a page may be cached.
 */
class Storewire_Chat {
	/** Scripts that plugins and networks combine, delay or rewrite lose their `data-key`. */
	const LEAVE_ALONE = array(
		'data-cfasync'     => 'false',
		'data-no-optimize' => '1',
		'data-no-defer'    => '1',
		'data-no-minify'   => '1',
	);

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'wp_footer', array( __CLASS__, 'show' ), 100 );
	}

	/**
	 * Prints the tag, if the chat is on and the page is not one without it.
	 */
	public static function show() {
		$key = Storewire_Connection::get( 'publishable_key' );
		$src = Storewire_Connection::get( 'script_url' );
		if ( '' === $key || '' === $src || ! Storewire_Connection::is_connected() || ! Storewire_Settings::get( 'chat' ) ) {
			return;
		}
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- only compared.
		if ( self::is_hidden( isset( $_SERVER['REQUEST_URI'] ) ? wp_unslash( $_SERVER['REQUEST_URI'] ) : '/', Storewire_Settings::get( 'hidden_paths' ) ) ) {
			return;
		}
		wp_print_inline_script_tag( self::script(), self::LEAVE_ALONE );
		$attributes = array(
			'src'      => $src,
			'async'    => true,
			'data-key' => $key,
		);
		foreach ( (array) Storewire_State::get( 'script_attributes' ) as $name => $value ) {
			if ( 1 === preg_match( '/^data-[a-z-]{1,40}$/', (string) $name ) && is_scalar( $value ) ) {
				$attributes[ $name ] = (string) $value;
			}
		}
		wp_print_script_tag( self::LEAVE_ALONE + $attributes );
	}

	/**
	 * @param string   $address  Of the page, with or without a query.
	 * @param string[] $patterns Paths such as `/checkout/`; a `*` at the end is any rest.
	 * @return bool
	 */
	public static function is_hidden( $address, array $patterns ) {
		$path = untrailingslashit( '/' . ltrim( rawurldecode( strtok( $address, '?' ) ), '/' ) );
		foreach ( $patterns as $pattern ) {
			if ( '*' === substr( $pattern, -1 ) ) {
				$begin = substr( $pattern, 0, -1 );
				if ( 0 === strpos( $path . '/', $begin ) ) {
					return true;
				}
			} elseif ( untrailingslashit( $pattern ) === $path ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The script in front of the tag. It asks the shop for nothing before the chat asks for a token.
	 *
	 * @return string
	 */
	private static function script() {
		$ask    = wp_json_encode( home_url( '/?' . Storewire_Identity::PARAMETER . '=' ), JSON_UNESCAPED_SLASHES );
		$cookie = Storewire_Signed_In::COOKIE;
		$rest   = wp_json_encode( '; SameSite=Lax; Path=' . Storewire_Signed_In::path(), JSON_UNESCAPED_SLASHES );
		return <<<SCRIPT
(function () {
	window.storewire = window.storewire || function () { (storewire.q = storewire.q || []).push(arguments) }
	var cookie = /(?:^|; )$cookie=([012])/.exec(document.cookie)
	var state = cookie ? cookie[1] : ''
	if (state === '0' || state === '2') {
		// The customer of the last page has signed out: the chat of that customer ends here.
		storewire('logout')
		document.cookie = '$cookie=' + (state === '2' ? '1' : '; Max-Age=0') + $rest
	}
	if (state !== '1' && state !== '2') return
	storewire('identify', function () {
		var fresh = Math.random().toString(36).slice(2) + Date.now()
		return fetch($ask + fresh, { cache: 'no-store', credentials: 'same-origin' }).then(function (response) {
			if (!response.ok) throw new Error('not signed in')
			return response.text()
		})
	})
})()
SCRIPT;
	}
}
