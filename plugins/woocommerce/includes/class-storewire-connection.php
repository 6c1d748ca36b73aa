<?php
/**
 * What the plugin stores about its connection to storewire.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * The state of the connection with its keys, in one option: one write changes all of it.
 *
 * States: `none`; `waiting` for a click on Connect; `connected`; `stopped`, when storewire no longer accepts the key.
 */
class Storewire_Connection {
	const OPTION = 'storewire_connection';

	/** storewire may ask for a day whether a refund was made that was under way at a disconnect. */
	const KEEP_SIGNING_SECRET_S = 86400;

	/**
	 * @param string $name Such as `secret_key`.
	 * @return mixed '' if there is none.
	 */
	public static function get( $name ) {
		$stored = self::stored();
		if ( 'state' === $name && ! isset( $stored['state'] ) ) {
			return 'none';
		}
		return isset( $stored[ $name ] ) ? $stored[ $name ] : '';
	}

	/**
	 * @return bool Whether the key can be used.
	 */
	public static function is_connected() {
		return 'connected' === self::get( 'state' );
	}

	/**
	 * @return bool Whether changes in the shop are marked: also after storewire has refused the key, so that a new connection catches up.
	 */
	public static function keeps_marks() {
		return 'none' !== self::get( 'state' );
	}

	/**
	 * A shop has claimed with a code and waits for a click on Connect.
	 *
	 * @param string $address      Storewire's public address.
	 * @param string $claim_secret What the plugin polls with.
	 * @param int    $expires_at   Seconds since 1970.
	 * @param string $notice       What did not work in full, for people, or ''.
	 */
	public static function wait( $address, $claim_secret, $expires_at, $notice ) {
		self::put(
			array(
				'state'        => 'waiting',
				'address'      => $address,
				'claim_secret' => $claim_secret,
				'expires_at'   => $expires_at,
				'notice'       => $notice,
				'was_stopped'  => 'stopped' === self::get( 'state' ),
			) + self::what_stays()
		);
	}

	/**
	 * Somebody has pressed Connect.
	 *
	 * @param array $credentials As `POST /connect/poll` returns them, once.
	 */
	public static function connect( array $credentials ) {
		$refunds = isset( $credentials['refunds'] ) ? $credentials['refunds'] : array();
		self::put(
			array(
				'state'           => 'connected',
				'address'         => self::get( 'address' ),
				'notice'          => self::get( 'notice' ),
				'site'            => self::site(),
				'connected_at'    => Storewire_Clock::now(),
				'workspace_id'    => $credentials['workspace']['id'],
				'workspace_name'  => $credentials['workspace']['name'],
				'api_url'         => $credentials['apiUrl'],
				'script_url'      => $credentials['scriptUrl'],
				'secret_key'      => $credentials['secretKey'],
				'publishable_key' => (string) $credentials['publishableKey'],
				'identity_secret' => (string) $credentials['identitySecret'],
				'signing_secret'  => isset( $refunds['signingSecret'] ) ? $refunds['signingSecret'] : '',
				'refund_endpoint' => isset( $refunds['endpointUrl'] ) ? $refunds['endpointUrl'] : '',
			) + self::what_stays()
		);
		do_action( 'storewire_connected' );
	}

	/**
	 * Storewire no longer accepts the key: nothing can be sent, and no chat can be shown.
	 */
	public static function stop() {
		if ( ! self::is_connected() ) {
			return;
		}
		self::put(
			array(
				'state'          => 'stopped',
				'stopped_at'     => Storewire_Clock::now(),
				'address'        => self::get( 'address' ),
				'workspace_name' => self::get( 'workspace_name' ),
			) + self::what_stays()
		);
		do_action( 'storewire_disconnected' );
	}

	/**
	 * Nobody has pressed Connect: all is as before the claim.
	 */
	public static function end_wait() {
		self::put( array( 'state' => true === self::get( 'was_stopped' ) ? 'stopped' : 'none' ) + self::what_stays() );
	}

	/**
	 * Forgets the connection and its keys.
	 */
	public static function forget() {
		$was_connected = self::is_connected();
		self::put( array( 'state' => 'none' ) + self::what_stays() );
		if ( $was_connected ) {
			do_action( 'storewire_disconnected' );
		}
	}

	/**
	 * @return array What outlives the end of a connection: the signing secret, for a day.
	 */
	private static function what_stays() {
		if ( '' !== self::get( 'signing_secret' ) ) {
			return array(
				'old_signing_secret' => self::get( 'signing_secret' ),
				'old_signing_until'  => Storewire_Clock::now() + self::KEEP_SIGNING_SECRET_S,
			);
		}
		if ( (int) self::get( 'old_signing_until' ) > Storewire_Clock::now() ) {
			return array(
				'old_signing_secret' => self::get( 'old_signing_secret' ),
				'old_signing_until'  => self::get( 'old_signing_until' ),
			);
		}
		return array();
	}

	/**
	 * A copy of the shop has the keys, too. What is changed and deleted there must not reach storewire as if it were the shop's.
	 *
	 * @return array
	 */
	private static function stored() {
		$stored = get_option( self::OPTION, array() );
		$site   = self::site();
		if ( ! isset( $stored['site'] ) || null === $site || $site === $stored['site'] ) {
			return $stored;
		}
		return array(
			'state'   => 'stopped',
			'is_copy' => true,
		);
	}

	/**
	 * The host as the database has it, which is the same for all requests, and what kind of site it is.
	 *
	 * @return string|null As a hash: tools that copy a shop put its new address everywhere. Null if the host is not known.
	 */
	private static function site() {
		$options = wp_load_alloptions();
		$host    = isset( $options['home'] ) ? wp_parse_url( $options['home'], PHP_URL_HOST ) : null;
		return $host ? md5( preg_replace( '/^www\./', '', strtolower( $host ) ) . ' ' . wp_get_environment_type() ) : null;
	}

	/**
	 * @param array $values All of the option.
	 */
	private static function put( array $values ) {
		update_option( self::OPTION, $values, true );
	}
}
