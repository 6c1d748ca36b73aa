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

	const MOST_OBJECTS = 500;

	/** Storewire takes 32 MiB; a shop's memory may be 128 MiB. */
	const MOST_BYTES = 6291456;

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
			$failed = '' === $history['backfill'] ? self::open() : self::send( $history );
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
	 * Sends one page of a kind.
	 *
	 * @param array $history As it is stored.
	 * @return Storewire_Answer|null The answer if it has failed.
	 */
	private static function send( array $history ) {
		$kind = $history['kind'];
		Storewire_Objects::read_again();
		$ids = Storewire_All_Ids::page( $kind, $history['after'], self::MOST_OBJECTS );
		if ( $history['until'] > 0 ) {
			// A page that was cut is repeated as it was: storewire knows it by its key.
			$until = $history['until'];
			$ids   = array_filter(
				$ids,
				static function ( $id ) use ( $until ) {
					return $id <= $until;
				}
			);
		}
		if ( array() === $ids ) {
			return 0 === $history['until'] ? self::next_kind( $history ) : self::note_page( $history, 0, array() );
		}
		$page = self::read( $kind, $ids );
		if ( 0 === $history['until'] ) {
			Storewire_History::set( array( 'until' => $page['until'] ) );
			$history['until'] = $page['until'];
		}
		$refused = array();
		foreach ( $page['objects'] as $path => $objects ) {
			$sent = self::push( $path, $objects, $history );
			if ( ! $sent['answer']->is_ok() && 'idempotency_key_reused' !== $sent['answer']->reason() ) {
				return $sent['answer'];
			}
			$refused = array_merge( $refused, $sent['refused'] );
		}
		foreach ( $page['objects']['shipments'] as $shipment ) {
			Storewire_Marks::note( 'shipments', $shipment['id'], $shipment['updatedAt'] );
		}
		// Users who do not buy are read and not sent.
		$history['total'][ $kind ] -= count( $page['read'] ) - count( $page['objects'][ $kind ] );
		return self::note_page( $history, count( $page['objects'][ $kind ] ), $refused );
	}

	/**
	 * Reads objects until a call is full.
	 *
	 * @param string $kind Such as `orders`.
	 * @param int[]  $ids  Of objects.
	 * @return array `objects` by kind; `read`: the ids that were; `until`: the last of them.
	 */
	private static function read( $kind, array $ids ) {
		$marked  = Storewire_Marks::times( $kind, array_map( 'strval', $ids ) );
		$objects = array(
			$kind       => array(),
			'shipments' => array(),
		);
		$read    = array();
		$bytes   = 0;
		foreach ( $ids as $id ) {
			$object = Storewire_Objects::read( $kind, (string) $id );
			$read[] = $id;
			if ( null === $object ) {
				continue;
			}
			$updated            = array( 'updatedAt' => Storewire_Objects::updated_at( $kind, (string) $id, isset( $marked[ $id ] ) ? $marked[ $id ] : null ) );
			$objects[ $kind ][] = $object + $updated;
			foreach ( 'orders' === $kind ? Storewire_Objects::shipments_of( (string) $id ) : array() as $shipment ) {
				$objects['shipments'][] = $shipment + $updated;
			}
			$bytes += strlen( (string) wp_json_encode( $object ) );
			if ( $bytes >= self::MOST_BYTES || count( $objects['shipments'] ) >= self::MOST_OBJECTS ) {
				break;
			}
		}
		return array(
			'objects' => $objects,
			'read'    => $read,
			'until'   => end( $read ),
		);
	}

	/**
	 * @param string  $kind    Such as `orders`.
	 * @param array[] $objects As storewire takes them.
	 * @param array   $history As it is stored.
	 * @return array As of Storewire_Batches::send().
	 */
	private static function push( $kind, array $objects, array $history ) {
		$key = "{$history['backfill']}-$kind-{$history['kind']}-{$history['after']}";
		return Storewire_Batches::send( "/$kind/bulk", $objects, array( 'backfillId' => $history['backfill'] ), array( 'Idempotency-Key' => $key ) );
	}

	/**
	 * @param array    $history As it is stored.
	 * @param int      $count   How many objects were sent.
	 * @param string[] $refused Why some were refused.
	 */
	private static function note_page( array $history, $count, array $refused ) {
		$history['sent'][ $history['kind'] ] += $count;
		Storewire_History::set(
			array(
				'after'     => $history['until'],
				'until'     => 0,
				'sent'      => $history['sent'],
				'total'     => $history['total'],
				'rejected'  => $history['rejected'] + count( $refused ),
				'rejection' => array() === $refused ? $history['rejection'] : end( $refused ),
				'failures'  => 0,
				'retry_at'  => 0,
				'error'     => '',
			)
		);
		return null;
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
