<?php
/**
 * Imports the history.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * The job that sends all customers, products and orders, 500 a call, as one backfill.
 */
class Storewire_History_Runner {
	const HOOK = 'storewire_history';

	const MOST_SECONDS = 20;

	const ASK_EVERY_S = 5;

	/** Then the import stops, and people can continue it. */
	const MOST_FAILURES = 12;

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( self::HOOK, array( __CLASS__, 'run' ) );
		add_action( Storewire_Jobs::CHECK, array( __CLASS__, 'start_what_waits' ), 20 );
		add_action( 'storewire_connected', array( __CLASS__, 'forget' ) );
	}

	/**
	 * Begins an import, unless one runs.
	 */
	public static function start() {
		if ( ! Storewire_History::is_running() && Storewire_Connection::is_connected() ) {
			Storewire_History::begin();
			Storewire_Jobs::instead( self::HOOK );
		}
	}

	/**
	 * Continues an import that has stopped.
	 */
	public static function resume() {
		$history = Storewire_History::get();
		if ( 'failed' === $history['status'] && '' !== $history['backfill'] ) {
			Storewire_History::set(
				array(
					'status'   => 'sending',
					'error'    => '',
					'failures' => 0,
					'retry_at' => 0,
				)
			);
			Storewire_Jobs::instead( self::HOOK );
		}
	}

	/**
	 * Plans a run for an import without one, such as after the server was restarted.
	 */
	public static function start_what_waits() {
		if ( Storewire_History::is_running() && Storewire_Connection::is_connected() ) {
			Storewire_Jobs::soon( self::HOOK );
		}
	}

	/**
	 * The import of an earlier connection means nothing to this one.
	 */
	public static function forget() {
		delete_option( Storewire_History::OPTION );
	}

	/**
	 * Sends for some seconds.
	 */
	public static function run() {
		Storewire_Queue::note_run();
		if ( ! Storewire_History::is_running() ) {
			return;
		}
		$wait = Storewire_History::get()['retry_at'] - Storewire_Clock::now();
		if ( $wait <= 0 ) {
			$wait = null;
			Storewire_Queue::alone(
				'history',
				static function () use ( &$wait ) {
					$wait = self::steps( Storewire_Clock::now() + self::MOST_SECONDS );
				}
			);
		}
		if ( null !== $wait && Storewire_History::is_running() && Storewire_Connection::is_connected() ) {
			Storewire_Jobs::later( self::HOOK, $wait );
		}
	}

	/**
	 * @param int $until When to stop, in seconds since 1970.
	 * @return int Seconds until the next run.
	 */
	private static function steps( $until ) {
		do {
			$history = Storewire_History::get();
			if ( 'processing' === $history['status'] ) {
				return self::ask( $history );
			}
			$failed = '' === $history['backfill'] ? self::open() : self::step( $history );
			if ( null !== $failed ) {
				return self::note_failure( $failed );
			}
		} while ( Storewire_History::is_running() && Storewire_Clock::now() < $until );
		return 0;
	}

	/**
	 * @return Storewire_Answer|null The answer if it has failed.
	 */
	private static function open() {
		$answer = Storewire_Api::call( 'POST', '/backfills', array( 'label' => 'WooCommerce' ) );
		if ( ! $answer->is_ok() || ! isset( $answer->data['id'] ) ) {
			return $answer;
		}
		Storewire_History::set( array( 'backfill' => (string) $answer->data['id'] ) );
		return null;
	}

	/**
	 * Sends the next page, or goes to the next kind.
	 *
	 * @param array $history As it is stored.
	 * @return Storewire_Answer|null The answer if it has failed.
	 */
	private static function step( array $history ) {
		$ids = Storewire_History_Page::ids( $history );
		// A page that was cut may have lost all its objects since.
		return array() === $ids && 0 === $history['until'] ? self::next_kind( $history ) : Storewire_History_Page::send( $history, $ids );
	}

	/**
	 * Begins the next kind, or closes the backfill.
	 *
	 * @param array $history As it is stored.
	 * @return Storewire_Answer|null The answer if it has failed.
	 */
	private static function next_kind( array $history ) {
		$place = array_search( $history['kind'], Storewire_History::KINDS, true ) + 1;
		if ( isset( Storewire_History::KINDS[ $place ] ) ) {
			Storewire_History::set(
				array(
					'kind'  => Storewire_History::KINDS[ $place ],
					'after' => 0,
				)
			);
			return null;
		}
		$answer = Storewire_Api::call( 'POST', '/backfills/' . rawurlencode( $history['backfill'] ) . '/close' );
		// A close whose response was lost has closed it.
		if ( ! $answer->is_ok() && 'backfill_closed' !== $answer->reason() ) {
			return $answer;
		}
		Storewire_History::set( array( 'status' => 'processing' ) );
		return null;
	}

	/**
	 * Asks how far storewire is.
	 *
	 * @param array $history As it is stored.
	 * @return int Seconds until it is asked again.
	 */
	private static function ask( array $history ) {
		$answer = Storewire_Api::call( 'GET', '/backfills/' . rawurlencode( $history['backfill'] ) );
		if ( ! $answer->is_ok() ) {
			return self::note_failure( $answer );
		}
		if ( 'failed' === $answer->data['status'] ) {
			Storewire_History::set( array( 'backfill' => '' ) );
			Storewire_History::fail( __( 'storewire could not process all of it: its log has the reason.', 'storewire' ) );
			return 0;
		}
		$is_done = 'done' === $answer->data['status'];
		Storewire_History::set(
			array(
				'status'      => $is_done ? 'done' : 'processing',
				'progress'    => (float) $answer->data['progress'],
				'results'     => (array) $answer->data['results'],
				'finished_at' => $is_done ? Storewire_Clock::now() : 0,
			)
		);
		return self::ASK_EVERY_S;
	}

	/**
	 * @param Storewire_Answer $answer Of storewire.
	 * @return int Seconds until the next try.
	 */
	private static function note_failure( Storewire_Answer $answer ) {
		$history  = Storewire_History::get();
		$failures = $history['failures'] + 1;
		if ( 404 === $answer->status || 409 === $answer->status ) {
			// The backfill is unknown or closed: a copy of storewire's database was brought back, or the workspace was emptied.
			Storewire_History::set( array( 'backfill' => '' ) );
			Storewire_History::fail( $answer->message );
			return 0;
		}
		if ( ! $answer->may_pass() || $failures > self::MOST_FAILURES ) {
			Storewire_History::fail( $answer->message );
			return 0;
		}
		$wait = max( min( 1800, 15 * ( 2 ** ( $failures - 1 ) ) ), min( 3600, $answer->retry_after ) );
		Storewire_History::set(
			array(
				'failures' => $failures,
				'retry_at' => Storewire_Clock::now() + $wait,
				'error'    => $answer->message,
			)
		);
		return $wait;
	}
}
