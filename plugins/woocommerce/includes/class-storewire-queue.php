<?php
/**
 * How the sending goes.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Failures in a row, when to try again, and the lock that keeps two processes from sending at once.
 */
class Storewire_Queue {
	const OPTION = 'storewire_queue';

	const FIRST_WAIT_S = 60;
	const MOST_WAIT_S  = 1800;

	const DEFAULTS = array(
		'failures'       => 0,
		'retry_at'       => 0,
		'error'          => '',
		'sent_at'        => 0,
		'ran_at'         => 0,
		'storage_failed' => false,
		'stops'          => array(),
	);

	/** How many objects are remembered that have stopped PHP. */
	const MOST_STOPPING = 20;

	/**
	 * @param string $name A key of DEFAULTS.
	 * @return mixed
	 */
	public static function get( $name ) {
		$stored = get_option( self::OPTION, array() );
		return isset( $stored[ $name ] ) ? $stored[ $name ] : self::DEFAULTS[ $name ];
	}

	/**
	 * Notes that background work runs at all.
	 */
	public static function note_run() {
		self::set( array( 'ran_at' => Storewire_Clock::now() ) );
	}

	/**
	 * Notes that storewire has taken what was sent.
	 */
	public static function note_success() {
		self::set(
			array(
				'failures' => 0,
				'retry_at' => 0,
				'error'    => '',
				'sent_at'  => Storewire_Clock::now(),
			)
		);
	}

	/**
	 * Notes a failure. The wait doubles with each: 1, 2, 4 … 30 minutes, with up to 10 % more by chance.
	 *
	 * @param Storewire_Answer $answer Of storewire.
	 * @return int Seconds to wait.
	 */
	public static function note_failure( Storewire_Answer $answer ) {
		$failures = self::get( 'failures' ) + 1;
		$wait     = min( self::MOST_WAIT_S, self::FIRST_WAIT_S * ( 2 ** min( 10, $failures - 1 ) ) );
		$wait     = max( $wait, min( 3600, $answer->retry_after ) );
		$wait    += wp_rand( 0, intdiv( $wait, 10 ) );
		self::set(
			array(
				'failures' => $failures,
				'retry_at' => Storewire_Clock::now() + $wait,
				'error'    => $answer->message,
			)
		);
		return $wait;
	}

	/**
	 * Notes whether the table of marks could be written.
	 *
	 * @param bool $is_written Whether it could.
	 */
	public static function note_storage( $is_written ) {
		if ( self::get( 'storage_failed' ) === $is_written ) {
			self::set( array( 'storage_failed' => ! $is_written ) );
		}
	}

	/**
	 * Notes that PHP was stopped while it read an object.
	 *
	 * @param string $name Such as `orders/12`.
	 */
	public static function note_stop( $name ) {
		$stops = array( $name => self::stops( $name ) + 1 ) + self::get( 'stops' );
		self::set( array( 'stops' => array_slice( $stops, 0, self::MOST_STOPPING, true ) ) );
	}

	/**
	 * @param string $name Such as `orders/12`.
	 * @return int How often PHP was stopped while it read the object.
	 */
	public static function stops( $name ) {
		$stops = self::get( 'stops' );
		return isset( $stops[ $name ] ) ? $stops[ $name ] : 0;
	}

	/**
	 * @param string $name Such as `orders/12`.
	 */
	public static function forget_stops( $name ) {
		self::set( array( 'stops' => array_diff_key( self::get( 'stops' ), array( $name => 0 ) ) ) );
	}

	/**
	 * Forgets the failures, so that the next run tries at once.
	 */
	public static function forget_failures() {
		self::set(
			array(
				'failures' => 0,
				'retry_at' => 0,
				'error'    => '',
			)
		);
	}

	/**
	 * Runs a piece of work unless another process runs one of that name. A process that dies gives the lock back. Some databases have no
	 * such locks: there it always runs.
	 *
	 * @param string   $name Such as `send`.
	 * @param callable $work What to do.
	 * @return bool Whether it ran.
	 */
	public static function alone( $name, callable $work ) {
		global $wpdb;
		// The name counts for the whole database server. It may have 64 characters.
		$lock = 'storewire_' . $name . '_' . substr( md5( DB_NAME . $wpdb->prefix ), 0, 16 );
		$shown = $wpdb->suppress_errors( true );
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- a lock.
		$answer = $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, 0)', $lock ) );
		$wpdb->suppress_errors( $shown );
		if ( '0' === $answer ) {
			return false;
		}
		try {
			// What this process has read before may be older than what another one has done.
			Storewire_Objects::read_again();
			$work();
		} finally {
			if ( null !== $answer ) {
				// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- a lock.
				$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) );
			}
		}
		return true;
	}

	/**
	 * @param array $values By the keys of DEFAULTS.
	 */
	private static function set( array $values ) {
		update_option( self::OPTION, $values + get_option( self::OPTION, array() ), false );
	}
}
