<?php
/**
 * Connecting by a code.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Claims a connection with a code, and asks whether somebody has pressed Connect.
 */
class Storewire_Pairing {
	const HOOK = 'storewire_poll';

	const POLL_EVERY_S = 60;

	/** Storewire's public address, `#`, and the one-time part. */
	const CODE = '/^(https?:\/\/[^#\s]+)#(cc_[0-9A-Za-z]{33})$/';

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( self::HOOK, array( __CLASS__, 'poll_again' ) );
	}

	/**
	 * @param string $text What was pasted.
	 * @return string Why it did not work, for people, or ''.
	 */
	public static function claim( $text ) {
		if ( 1 !== preg_match( self::CODE, trim( $text ), $parts ) ) {
			return __( 'This is not a connection code. Copy the whole code from the page Shop of storewire: it begins with https:// and contains #cc_.', 'storewire' );
		}
		if ( Storewire_Connection::is_connected() ) {
			return __( 'The shop is connected already. Disconnect it first.', 'storewire' );
		}
		$address = rtrim( $parts[1], '/' );
		$answer  = self::ask( $address, $parts[2], rest_url( 'storewire/v1/refund' ) );
		$notice  = '';
		if ( 400 === $answer->status ) {
			// A shop without a public https address can do all but refunds.
			$reason = $answer->message;
			$answer = self::ask( $address, $parts[2], null );
			/* translators: %s: reason */
			$notice = sprintf( __( 'Connected without refunds: storewire cannot call this shop. %s', 'storewire' ), $reason );
		}
		if ( ! $answer->is_ok() ) {
			return self::explain( $answer );
		}
		$expires = isset( $answer->data['expiresAt'] ) ? strtotime( (string) $answer->data['expiresAt'] ) : false;
		if ( ! isset( $answer->data['claimSecret'] ) || ! is_string( $answer->data['claimSecret'] ) || false === $expires ) {
			/* translators: %s: address */
			return sprintf( __( 'The response of %s was not one of storewire: something else answers at this address.', 'storewire' ), $address );
		}
		Storewire_Connection::wait( $address, $answer->data['claimSecret'], $expires, $notice );
		Storewire_Jobs::later( self::HOOK, self::POLL_EVERY_S );
		return '';
	}

	/**
	 * Asks whether somebody has pressed Connect, and stores the keys.
	 *
	 * @return string What has ended the waiting, for people, or ''.
	 */
	public static function poll() {
		if ( 'waiting' !== Storewire_Connection::get( 'state' ) ) {
			return '';
		}
		$problem = '';
		Storewire_Queue::alone(
			'poll',
			static function () use ( &$problem ) {
				// Another process may have got the keys meanwhile: they are sent once.
				$problem = 'waiting' === Storewire_Connection::get( 'state' ) ? self::poll_once() : '';
			}
		);
		return $problem;
	}

	/**
	 * The job: the page may be closed before somebody presses Connect.
	 */
	public static function poll_again() {
		self::poll();
		if ( 'waiting' === Storewire_Connection::get( 'state' ) ) {
			Storewire_Jobs::later( self::HOOK, self::POLL_EVERY_S );
		}
	}

	/**
	 * Ends the connection, or the waiting for one.
	 *
	 * @return string What is left to do, for people, or ''.
	 */
	public static function disconnect() {
		$answer = Storewire_Connection::is_connected() ? Storewire_Api::connect_call( 'POST', '/disconnect' ) : null;
		Storewire_Connection::forget();
		if ( null === $answer || $answer->is_ok() || 401 === $answer->status ) {
			return '';
		}
		/* translators: %s: reason */
		return sprintf( __( 'Disconnected here, but storewire could not be informed: press Disconnect on its page Shop, too. %s', 'storewire' ), $answer->message );
	}

	/**
	 * @return string What has ended the waiting, for people, or ''.
	 */
	private static function poll_once() {
		$secret = Storewire_Connection::get( 'claim_secret' );
		$answer = Storewire_Api::request( 'POST', Storewire_Connection::get( 'address' ) . '/connect/poll', null, array( 'Authorization' => "Bearer $secret" ) );
		$status = $answer->is_ok() && isset( $answer->data['status'] ) ? $answer->data['status'] : '';
		if ( 'connected' === $status && isset( $answer->data['credentials'] ) && is_array( $answer->data['credentials'] ) ) {
			Storewire_Connection::connect( $answer->data['credentials'] );
			// Storewire ends a key that is not used soon.
			Storewire_State::check();
			return '';
		}
		if ( 'refused' === $status ) {
			Storewire_Connection::end_wait();
			return __( 'The connection was refused in storewire. Ask there for a new code if this is your shop.', 'storewire' );
		}
		if ( 'connected' === $status ) {
			Storewire_Connection::end_wait();
			return __( 'The keys of this connection were sent before and did not arrive. Press Disconnect on the page Shop of storewire, and make a new code.', 'storewire' );
		}
		$is_over = 'expired' === $status || 401 === $answer->status || Storewire_Clock::now() > (int) Storewire_Connection::get( 'expires_at' ) + 60;
		if ( $is_over ) {
			Storewire_Connection::end_wait();
			return __( 'The code has expired: it is valid for 30 minutes. Make a new one on the page Shop of storewire.', 'storewire' );
		}
		return '';
	}

	/**
	 * @param string      $address    Storewire's.
	 * @param string      $code       The one-time part.
	 * @param string|null $refund_url Where storewire can ask for refunds.
	 * @return Storewire_Answer
	 */
	private static function ask( $address, $code, $refund_url ) {
		return Storewire_Api::request(
			'POST',
			$address . '/connect/claim',
			array(
				'code'      => $code,
				'kind'      => 'woocommerce',
				'shop'      => home_url(),
				'version'   => STOREWIRE_VERSION,
				'refundUrl' => $refund_url,
			)
		);
	}

	/**
	 * @param Storewire_Answer $answer Of the claim.
	 * @return string For people.
	 */
	private static function explain( Storewire_Answer $answer ) {
		if ( 0 === $answer->status ) {
			return $answer->message . ' ' . __( 'The shop\'s server opens this connection: if the address works in your browser, ask your host whether a firewall blocks it.', 'storewire' );
		}
		if ( 401 === $answer->status ) {
			return __( 'This code is unknown or has expired: it is valid for 30 minutes. Make a new one on the page Shop of storewire.', 'storewire' );
		}
		if ( 'code_used' === $answer->reason() ) {
			return __( 'This code was used already, perhaps by somebody else. Look at the page Shop of storewire, and make a new code.', 'storewire' );
		}
		return $answer->message;
	}
}
