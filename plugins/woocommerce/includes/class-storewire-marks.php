<?php
/**
 * Which objects have changed since storewire has seen them.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * The table of marks: one row for each object that was ever marked. It holds no data of the object: what is sent is read when it is sent.
 *
 * A row is an array with `kind`, `id`, `marked_at` (milliseconds) and `gone` (whether the object was deleted).
 */
class Storewire_Marks {
	/**
	 * Marks an object as changed.
	 *
	 * @param string $kind Such as `orders`.
	 * @param string $id   The object's id.
	 */
	public static function mark( $kind, $id ) {
		self::put( $kind, $id, 0 );
	}

	/**
	 * Marks an object as deleted: storewire will erase it.
	 *
	 * @param string $kind Such as `orders`.
	 * @param string $id   The object's id.
	 */
	public static function gone( $kind, $id ) {
		self::put( $kind, $id, 1 );
	}

	/**
	 * The objects of a kind that wait, those that have waited longest first.
	 *
	 * @param string $kind  Such as `orders`.
	 * @param int    $limit How many at most.
	 * @return array[] Rows.
	 */
	public static function take( $kind, $limit ) {
		global $wpdb;
		$table = Storewire_Tables::name( 'marks' );
		// phpcs:ignore WordPress.DB -- a table of ours.
		$rows = $wpdb->get_results( $wpdb->prepare( "SELECT kind, object_id, marked_at, gone FROM $table WHERE waiting = 1 AND kind = %s ORDER BY marked_at LIMIT %d", $kind, $limit ), ARRAY_A );
		return array_map( array( __CLASS__, 'row' ), (array) $rows );
	}

	/**
	 * Ends the waiting of an object, unless it was marked again meanwhile.
	 *
	 * @param array       $row     As it was taken.
	 * @param string|null $refusal Why storewire does not take the object, or null.
	 */
	public static function done( array $row, $refusal = null ) {
		global $wpdb;
		$table = Storewire_Tables::name( 'marks' );
		$value = null === $refusal ? 'NULL' : $wpdb->prepare( '%s', mb_substr( $refusal, 0, 500 ) );
		// phpcs:ignore WordPress.DB -- a table of ours.
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET waiting = 0, refusal = $value WHERE kind = %s AND object_id = %s AND marked_at = %d", $row['kind'], $row['id'], $row['marked_at'] ) );
	}

	/**
	 * Notes that an object was sent without having been marked, as a history import does. A row that exists stays as it is.
	 *
	 * @param string $kind Such as `shipments`.
	 * @param string $id   The object's id.
	 * @param int    $ms   Its `updatedAt`.
	 */
	public static function note( $kind, $id, $ms ) {
		global $wpdb;
		$table = Storewire_Tables::name( 'marks' );
		// phpcs:ignore WordPress.DB -- a table of ours.
		$wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $table (kind, object_id, marked_at, waiting) VALUES (%s, %s, %d, 0)", $kind, $id, $ms ) );
	}

	/**
	 * When objects were last marked.
	 *
	 * @param string   $kind Such as `orders`.
	 * @param string[] $ids  Their ids.
	 * @return int[] Milliseconds by id, of those that were.
	 */
	public static function times( $kind, array $ids ) {
		global $wpdb;
		if ( array() === $ids ) {
			return array();
		}
		$table  = Storewire_Tables::name( 'marks' );
		$places = implode( ',', array_fill( 0, count( $ids ), '%s' ) );
		// phpcs:ignore WordPress.DB -- a table of ours.
		$rows = $wpdb->get_results( $wpdb->prepare( "SELECT object_id, marked_at FROM $table WHERE kind = %s AND object_id IN ($places)", array_merge( array( $kind ), $ids ) ), ARRAY_A );
		return array_map( 'intval', array_column( (array) $rows, 'marked_at', 'object_id' ) );
	}

	/**
	 * The ids of a kind that were marked and begin with a text, those of deleted objects left out.
	 *
	 * @param string $kind   Such as `shipments`.
	 * @param string $prefix Such as `1001-`.
	 * @return string[]
	 */
	public static function beginning_with( $kind, $prefix ) {
		global $wpdb;
		$table = Storewire_Tables::name( 'marks' );
		// phpcs:ignore WordPress.DB -- a table of ours.
		return $wpdb->get_col( $wpdb->prepare( "SELECT object_id FROM $table WHERE kind = %s AND object_id LIKE %s AND gone = 0", $kind, $wpdb->esc_like( $prefix ) . '%' ) );
	}

	/**
	 * What waits.
	 *
	 * @return int[] `count`, and `oldest`: milliseconds since 1970, 0 if nothing waits.
	 */
	public static function waiting() {
		global $wpdb;
		$table = Storewire_Tables::name( 'marks' );
		// phpcs:ignore WordPress.DB -- a table of ours.
		$row = $wpdb->get_row( "SELECT COUNT(*) AS count, MIN(marked_at) AS oldest FROM $table WHERE waiting = 1", ARRAY_A );
		return array(
			'count'  => (int) $row['count'],
			'oldest' => (int) $row['oldest'],
		);
	}

	/**
	 * Objects that storewire did not take, the newest first.
	 *
	 * @param int $limit How many at most.
	 * @return array[] Each with `kind`, `id` and `refusal`.
	 */
	public static function refused( $limit ) {
		global $wpdb;
		$table = Storewire_Tables::name( 'marks' );
		// phpcs:ignore WordPress.DB -- a table of ours.
		return (array) $wpdb->get_results( $wpdb->prepare( "SELECT kind, object_id AS id, refusal FROM $table WHERE refusal IS NOT NULL ORDER BY marked_at DESC LIMIT %d", $limit ), ARRAY_A );
	}

	/**
	 * Later times are greater, also if the clock was set back or two changes come in one millisecond.
	 *
	 * @param string $kind Such as `orders`.
	 * @param string $id   The object's id.
	 * @param int    $gone 1 if the object was deleted, else 0.
	 */
	private static function put( $kind, $id, $gone ) {
		global $wpdb;
		$table = Storewire_Tables::name( 'marks' );
		// phpcs:ignore WordPress.DB -- a table of ours.
		$written = $wpdb->query(
			$wpdb->prepare(
				"INSERT INTO $table (kind, object_id, marked_at, waiting, gone) VALUES (%s, %s, %d, 1, %d)
				ON DUPLICATE KEY UPDATE marked_at = GREATEST(VALUES(marked_at), marked_at + 1), waiting = 1, gone = VALUES(gone), refusal = NULL",
				$kind,
				$id,
				Storewire_Clock::now_ms(),
				$gone
			)
		);
		Storewire_Queue::note_storage( false !== $written );
	}

	/**
	 * @param array $row Of the table.
	 * @return array
	 */
	private static function row( array $row ) {
		return array(
			'kind'      => $row['kind'],
			'id'        => $row['object_id'],
			'marked_at' => (int) $row['marked_at'],
			'gone'      => '1' === (string) $row['gone'],
		);
	}
}
