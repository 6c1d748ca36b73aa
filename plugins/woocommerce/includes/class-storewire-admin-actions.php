<?php
/**
 * What the buttons of the plugin's page do.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Forms are posted to WordPress's admin-post.php, and lead back to the page with a result.
 */
class Storewire_Admin_Actions {
	const NAMES = array( 'connect', 'cancel', 'disconnect', 'test', 'import', 'resume', 'chat' );

	const MOST_PATHS = 100;

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		foreach ( self::NAMES as $name ) {
			add_action( "admin_post_storewire_$name", array( __CLASS__, 'handle' ) );
		}
	}

	/**
	 * Begins a form.
	 *
	 * @param string $name Of the action.
	 */
	public static function open_form( $name ) {
		printf( '<form method="post" action="%s"><input type="hidden" name="action" value="%s">', esc_url( admin_url( 'admin-post.php' ) ), esc_attr( "storewire_$name" ) );
		wp_nonce_field( "storewire_$name" );
	}

	/**
	 * Ends a form with its button.
	 *
	 * @param string $text  Of the button.
	 * @param string $style Such as `primary`.
	 */
	public static function close_form( $text, $style ) {
		submit_button( $text, $style, 'submit', true, array( 'id' => '' ) );
		echo '</form>';
	}

	/**
	 * Does what a button is for, and leads back.
	 */
	public static function handle() {
		// phpcs:ignore WordPress.Security.NonceVerification -- checked by it.
		$action = isset( $_POST['action'] ) ? sanitize_key( $_POST['action'] ) : '';
		check_admin_referer( $action );
		if ( ! current_user_can( Storewire_Admin_Page::CAPABILITY ) ) {
			wp_die( esc_html__( 'You may not manage this shop.', 'storewire' ), '', array( 'response' => 403 ) );
		}
		$name = substr( $action, strlen( 'storewire_' ) );
		if ( in_array( $name, self::NAMES, true ) ) {
			self::keep_result( self::$name() );
		}
		wp_safe_redirect( Storewire_Admin_Page::url() );
		exit;
	}

	/**
	 * Stores a result for the page that follows.
	 *
	 * @param string[] $result `type` (`success`, `error` or ``) and `text`.
	 */
	public static function keep_result( array $result ) {
		set_transient( 'storewire_result_' . get_current_user_id(), $result, 300 );
	}

	/**
	 * Prints the result of the last button.
	 */
	public static function show_result() {
		$name   = 'storewire_result_' . get_current_user_id();
		$result = get_transient( $name );
		if ( is_array( $result ) ) {
			delete_transient( $name );
		}
		if ( is_array( $result ) && '' !== $result['text'] ) {
			printf( '<div class="notice notice-%s"><p>%s</p></div>', esc_attr( $result['type'] ), esc_html( $result['text'] ) );
		}
	}

	/**
	 * @param string $problem  For people, or ''.
	 * @param string $success  What is said without one.
	 * @return string[]
	 */
	private static function result( $problem, $success ) {
		return array(
			'type' => '' === $problem ? 'success' : 'error',
			'text' => '' === $problem ? $success : $problem,
		);
	}

	/**
	 * @return string[]
	 */
	private static function connect() {
		// phpcs:ignore WordPress.Security -- the nonce was checked, and the code has a shape of its own.
		$code = isset( $_POST['code'] ) && is_string( $_POST['code'] ) ? substr( wp_unslash( $_POST['code'] ), 0, 2000 ) : '';
		return self::result( Storewire_Pairing::claim( $code ), '' );
	}

	/**
	 * @return string[]
	 */
	private static function cancel() {
		// Somebody may have pressed Connect since the page was opened.
		if ( 'waiting' === Storewire_Connection::get( 'state' ) ) {
			Storewire_Connection::end_wait();
		}
		return self::result( '', '' );
	}

	/**
	 * @return string[]
	 */
	private static function disconnect() {
		return self::result( Storewire_Pairing::disconnect(), __( 'Disconnected.', 'storewire' ) );
	}

	/**
	 * @return string[]
	 */
	private static function test() {
		$answer = Storewire_State::check();
		if ( ! $answer->is_ok() ) {
			return self::result( $answer->message, '' );
		}
		Storewire_Queue::forget_failures();
		Storewire_Jobs::instead( Storewire_Sender::HOOK );
		return self::result( '', __( 'storewire answers. Waiting changes are sent now.', 'storewire' ) );
	}

	/**
	 * @return string[]
	 */
	private static function import() {
		Storewire_History_Runner::start();
		return self::result( '', '' );
	}

	/**
	 * @return string[]
	 */
	private static function resume() {
		Storewire_History_Runner::resume();
		return self::result( '', '' );
	}

	/**
	 * @return string[]
	 */
	private static function chat() {
		// phpcs:disable WordPress.Security.NonceVerification -- it was checked.
		$text  = isset( $_POST['hidden_paths'] ) && is_string( $_POST['hidden_paths'] ) ? sanitize_textarea_field( wp_unslash( $_POST['hidden_paths'] ) ) : '';
		$paths = array();
		foreach ( array_filter( array_map( 'trim', explode( "\n", $text ) ) ) as $line ) {
			// People paste whole addresses, too.
			$paths[] = '/' . ltrim( preg_replace( '/^https?:\/\/[^\/]+/i', '', $line ), '/' );
		}
		Storewire_Settings::set(
			array(
				'chat'         => isset( $_POST['chat'] ),
				'hidden_paths' => array_slice( array_values( array_unique( $paths ) ), 0, self::MOST_PATHS ),
			)
		);
		// phpcs:enable
		return self::result( '', __( 'Saved.', 'storewire' ) );
	}
}
