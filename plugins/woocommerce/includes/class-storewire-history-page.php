<?php
/**
 * A page of the import of the history.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads and sends objects of a kind, 500 at most, and notes that they were sent.
 */
class Storewire_History_Page {
	const MOST_OBJECTS = 500;

	/** Storewire takes 32 MiB; a shop's memory may be 128 MiB. */
	const MOST_BYTES = 6291456;

	/**
	 * The objects of the next page. A page that was cut is repeated as it was: its key marks it as the same page.
	 *
	 * @param array $history As it is stored.
	 * @return int[] Ids, none after the last page of the kind.
	 */
	public static function ids( array $history ) {
		$until = $history['until'];
		$ids   = Storewire_All_Ids::page( $history['kind'], $history['after'], self::MOST_OBJECTS );
		return 0 === $until ? $ids : array_filter(
			$ids,
			static function ( $id ) use ( $until ) {
				return $id <= $until;
			}
		);
	}

	/**
	 * Sends a page.
	 *
	 * @param array $history As it is stored.
	 * @param int[] $ids     Of its objects.
	 * @return Storewire_Answer|null The answer if it has failed.
	 */
	public static function send( array $history, array $ids ) {
		$kind = $history['kind'];
		Storewire_Objects::read_again();
		$page = self::read( $kind, $ids );
		if ( 0 === $history['until'] ) {
			Storewire_History::set( array( 'until' => $page['until'] ) );
			$history['until'] = $page['until'];
		}
		$refused = $page['unreadable'];
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
		self::note( $history, count( $page['objects'][ $kind ] ), $refused );
		return null;
	}

	/**
	 * Reads objects until a call is full.
	 *
	 * @param string $kind Such as `orders`.
	 * @param int[]  $ids  Of objects.
	 * @return array `objects` by kind; `read`: the ids that were; `until`: the last of them; `unreadable`: why some were not.
	 */
	private static function read( $kind, array $ids ) {
		$marked  = Storewire_Marks::times( $kind, array_map( 'strval', $ids ) );
		$objects = array(
			$kind       => array(),
			'shipments' => array(),
		);
		$read    = array();
		$failed  = array();
		$bytes   = 0;
		foreach ( $ids as $id ) {
			$read[] = $id;
			try {
				$object = Storewire_Objects::read( $kind, (string) $id );
				if ( null === $object ) {
					continue;
				}
				$parcels = 'orders' === $kind ? Storewire_Objects::shipments_of( (string) $id ) : array();
				$updated = array( 'updatedAt' => Storewire_Objects::updated_at( $kind, (string) $id, isset( $marked[ $id ] ) ? $marked[ $id ] : null ) );
			} catch ( Throwable $error ) {
				$failed[] = Storewire_Objects::unreadable( $error );
				continue;
			}
			$objects[ $kind ][] = $object + $updated;
			foreach ( $parcels as $shipment ) {
				$objects['shipments'][] = $shipment + $updated;
			}
			$bytes += strlen( (string) wp_json_encode( $object ) );
			if ( $bytes >= self::MOST_BYTES || count( $objects['shipments'] ) >= self::MOST_OBJECTS ) {
				break;
			}
		}
		return array(
			'objects'    => $objects,
			'read'       => $read,
			'until'      => array() === $read ? 0 : end( $read ),
			'unreadable' => $failed,
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
	private static function note( array $history, $count, array $refused ) {
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
	}
}
