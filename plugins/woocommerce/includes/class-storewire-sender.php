<?php
/**
 * Sends what has changed.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * The job that sends the newest state of each marked object, in calls of 25.
 */
class Storewire_Sender {
	const HOOK = 'storewire_send';

	/** Storewire takes no more objects in a call. */
	const MOST_OBJECTS = 25;

	/** Storewire takes 4 MiB. */
	const MOST_BYTES = 3145728;

	/** A run ends before hosts end it; what is left has the next one. */
	const MOST_SECONDS = 20;

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( self::HOOK, array( __CLASS__, 'run' ) );
		add_action( Storewire_Jobs::CHECK, array( __CLASS__, 'start_what_waits' ), 20 );
		add_action( 'storewire_connected', array( __CLASS__, 'start_again' ) );
	}

	/**
	 * Plans a run for what waits without one, such as after a fatal error of another plugin.
	 */
	public static function start_what_waits() {
		if ( Storewire_Connection::is_connected() && Storewire_Marks::waiting()['count'] > 0 ) {
			Storewire_Jobs::soon( self::HOOK );
		}
	}

	/**
	 * Sends what has waited for a connection. The failures of an earlier one mean nothing to this one.
	 */
	public static function start_again() {
		Storewire_Queue::forget_failures();
		self::start_what_waits();
	}

	/**
	 * Sends until nothing waits, or the time is up, or storewire cannot take more.
	 */
	public static function run() {
		Storewire_Queue::note_run();
		if ( ! Storewire_Connection::is_connected() ) {
			return;
		}
		$wait = Storewire_Queue::get( 'retry_at' ) - Storewire_Clock::now();
		if ( $wait <= 0 ) {
			$wait = null;
			Storewire_Queue::alone(
				'send',
				static function () use ( &$wait ) {
					$wait = self::send_all( Storewire_Clock::now() + self::MOST_SECONDS );
				}
			);
		}
		if ( Storewire_Connection::is_connected() && null !== $wait ) {
			Storewire_Jobs::later( self::HOOK, $wait );
		}
	}

	/**
	 * @param int $until When to stop, in seconds since 1970.
	 * @return int|null Seconds until the next run, null if none is needed.
	 */
	private static function send_all( $until ) {
		foreach ( Storewire_Objects::KINDS as $kind ) {
			$rows = Storewire_Marks::take( $kind, self::MOST_OBJECTS );
			while ( array() !== $rows ) {
				Storewire_Objects::read_again();
				$failed = self::send_rows( $kind, $rows );
				if ( null !== $failed ) {
					return Storewire_Queue::note_failure( $failed );
				}
				if ( Storewire_Clock::now() >= $until ) {
					return 0;
				}
				$rows = Storewire_Marks::take( $kind, self::MOST_OBJECTS );
			}
		}
		// Something may have been marked since its kind was looked at.
		return Storewire_Marks::waiting()['count'] > 0 ? 0 : null;
	}

	/**
	 * @param string  $kind One of Storewire_Objects::KINDS.
	 * @param array[] $rows Marks of that kind.
	 * @return Storewire_Answer|null The answer if the call has to be repeated later.
	 */
	private static function send_rows( $kind, array $rows ) {
		$objects = array();
		$of      = array();
		foreach ( $rows as $row ) {
			try {
				$object = $row['gone'] ? null : Storewire_Objects::read( $kind, $row['id'] );
			} catch ( Throwable $error ) {
				Storewire_Marks::done( $row, Storewire_Objects::unreadable( $error ) );
				continue;
			}
			if ( null !== $object ) {
				$objects[] = $object + array( 'updatedAt' => $row['marked_at'] );
				$of[]      = $row;
				continue;
			}
			$failed = $row['gone'] ? self::erase( $row ) : null;
			if ( null !== $failed ) {
				return $failed;
			}
			if ( ! $row['gone'] ) {
				Storewire_Marks::done( $row );
			}
		}
		while ( array() !== $objects ) {
			$count  = Storewire_Batches::fitting( $objects, self::MOST_BYTES );
			$failed = self::push( $kind, array_splice( $objects, 0, $count ), array_splice( $of, 0, $count ) );
			if ( null !== $failed ) {
				return $failed;
			}
		}
		return null;
	}

	/**
	 * @param string  $kind    One of Storewire_Objects::KINDS.
	 * @param array[] $objects As storewire takes them.
	 * @param array[] $rows    Their marks.
	 * @return Storewire_Answer|null The answer if the call has to be repeated later.
	 */
	private static function push( $kind, array $objects, array $rows ) {
		if ( 'orders' === $kind ) {
			// Before their orders are done: after a cut the orders are sent again, and their parcels with them.
			array_map( array( __CLASS__, 'mark_shipments' ), array_column( $rows, 'id' ) );
		}
		$sent = Storewire_Batches::send( "/$kind", $objects );
		foreach ( $sent['refused'] as $index => $why ) {
			Storewire_Marks::done( $rows[ $index ], $why );
		}
		if ( ! $sent['answer']->is_ok() ) {
			return $sent['answer'];
		}
		foreach ( array_diff_key( $rows, $sent['refused'] ) as $row ) {
			Storewire_Marks::done( $row );
		}
		Storewire_Queue::note_success();
		return null;
	}

	/**
	 * @param array $row Of a deleted object.
	 * @return Storewire_Answer|null The answer if the call has to be repeated later.
	 */
	private static function erase( array $row ) {
		if ( 'orders' === $row['kind'] ) {
			self::mark_shipments( $row['id'] );
		}
		$answer = Storewire_Api::call( 'DELETE', '/' . $row['kind'] . '/' . rawurlencode( $row['id'] ) );
		if ( ! $answer->is_ok() && 404 !== $answer->status ) {
			return $answer;
		}
		Storewire_Marks::done( $row );
		Storewire_Queue::note_success();
		return null;
	}

	/**
	 * Marks the parcels of an order, and those that it no longer has as gone.
	 *
	 * @param string $order_id Of an order.
	 */
	private static function mark_shipments( $order_id ) {
		try {
			$has = array_column( Storewire_Objects::shipments_of( $order_id ), 'id' );
		} catch ( Throwable $error ) {
			Storewire_Objects::unreadable( $error );
			return;
		}
		foreach ( $has as $id ) {
			Storewire_Marks::mark( 'shipments', $id );
		}
		foreach ( array_diff( Storewire_Marks::beginning_with( 'shipments', Storewire_Shipment_Mapping::prefix( $order_id ) ), $has ) as $id ) {
			Storewire_Marks::gone( 'shipments', $id );
		}
	}
}
