<?php
/**
 * The test of the connection.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Tries both directions from the shop: calls storewire with the key, and the shop's own refund endpoint with a signed ping, as storewire does.
 */
class Storewire_Refund_Test {
	const ACTION = 'storewire_test_refunds';

	/** As long as storewire waits for a response, in seconds. */
	const TIMEOUT = 10;

	public static function register() {
		add_action( 'admin_post_' . self::ACTION, array( __CLASS__, 'test' ) );
	}

	/**
	 * Prints the button.
	 */
	public static function form() {
		if ( ! Storewire_Connection::is_connected() ) {
			return;
		}
		/* translators: %s: an address */
		echo '<p>' . esc_html( sprintf( __( 'Refund endpoint: %s', 'storewire' ), rest_url( 'storewire/v1/refund' ) ) ) . '</p>';
		Storewire_Admin_Actions::open_form( 'test_refunds' );
		Storewire_Admin_Actions::close_form( __( 'Test refunds', 'storewire' ), 'secondary' );
	}

	/**
	 * Runs the test and shows its result.
	 */
	public static function test() {
		check_admin_referer( self::ACTION );
		if ( ! current_user_can( Storewire_Admin_Page::CAPABILITY ) ) {
			wp_die( esc_html__( 'You may not manage this shop.', 'storewire' ), '', array( 'response' => 403 ) );
		}
		Storewire_Admin_Actions::keep_result(
			array(
				'type' => 'info',
				'text' => self::storewire() . ' ' . self::endpoint(),
			)
		);
		wp_safe_redirect( Storewire_Admin_Page::url() );
		exit;
	}

	/**
	 * @return string What came of the call of storewire.
	 */
	public static function storewire() {
		$answer = Storewire_Api::connect_call( 'GET', '/state' );
		if ( ! $answer->is_ok() ) {
			return $answer->message;
		}
		$refunds = isset( $answer->data['refunds'] ) ? $answer->data['refunds'] : null;
		if ( ! is_array( $refunds ) ) {
			return __( 'storewire answers. It has no refund endpoint of this shop.', 'storewire' );
		}
		return empty( $refunds['isEnabled'] )
			? __( 'storewire answers. Refunds are switched off there.', 'storewire' )
			: __( 'storewire answers. Refunds are switched on there.', 'storewire' );
	}

	/**
	 * @return string What came of the call of the refund endpoint.
	 */
	public static function endpoint() {
		$secret = Storewire_Connection::get( 'signing_secret' );
		if ( '' === $secret ) {
			return __( 'The shop has no signing secret, so it refuses all refunds.', 'storewire' );
		}
		$body     = wp_json_encode( array( 'type' => 'ping' ) );
		$response = wp_remote_post(
			rest_url( 'storewire/v1/refund' ),
			array(
				'timeout'             => self::TIMEOUT,
				'redirection'         => 0,
				'limit_response_size' => 65536,
				'headers'             => array(
					'Content-Type'      => 'application/json',
					'service-signature' => Storewire_Signature::header( $secret, $body, Storewire_Clock::now() ),
				),
				'body'                => $body,
			)
		);
		if ( is_wp_error( $response ) ) {
			/* translators: %s: an error message */
			return sprintf( __( 'The shop does not reach its own refund endpoint: %s. storewire may reach it all the same: test it in storewire, under Settings, Refunds.', 'storewire' ), $response->get_error_message() );
		}
		$answer = json_decode( wp_remote_retrieve_body( $response ), true );
		if ( 200 === (int) wp_remote_retrieve_response_code( $response ) && array( 'ok' => true ) === $answer ) {
			return __( 'The refund endpoint answers. Whether storewire reaches it from outside: test it in storewire, under Settings, Refunds.', 'storewire' );
		}
		/* translators: 1: an HTTP status, 2: the beginning of a response */
		return sprintf( __( 'The refund endpoint does not answer as it should: HTTP %1$s, %2$s. A plugin for security or caching may block it.', 'storewire' ), wp_remote_retrieve_response_code( $response ), mb_substr( wp_strip_all_tags( wp_remote_retrieve_body( $response ) ), 0, 200 ) );
	}
}
