<?php
/**
 * The table of refunds.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads and writes rows. Conditions are values by column: null for none, an array for one of several.
 */
class Storewire_Refund_Table {
	/**
	 * @param array $row Values by column.
	 * @return bool False if it cannot be written, for example if a unique key has the value.
	 */
	public static function insert( array $row ) {
		global $wpdb;
		$shown   = $wpdb->suppress_errors( true );
		$written = $wpdb->insert( Storewire_Tables::name( 'refunds' ), $row );
		$wpdb->suppress_errors( $shown );
		return 1 === $written;
	}

	/**
	 * @param array $set   Values by column.
	 * @param array $where A condition.
	 * @return int How many rows have changed.
	 * @throws RuntimeException If they cannot be written.
	 */
	public static function update( array $set, array $where ) {
		global $wpdb;
		$sets = array();
		foreach ( $set as $column => $value ) {
			$sets[] = "$column = " . self::quoted( $value );
		}
		$changed = $wpdb->query( 'UPDATE ' . Storewire_Tables::name( 'refunds' ) . ' SET ' . implode( ', ', $sets ) . self::where( $where ) );
		if ( false === $changed ) {
			throw new RuntimeException( 'The record of a refund could not be written: ' . $wpdb->last_error );
		}
		return $changed;
	}

	/**
	 * @param array $where A condition.
	 * @param int   $limit At most so many rows.
	 * @return object[] The oldest first.
	 * @throws RuntimeException If they cannot be read: that must not look like no row.
	 */
	public static function rows( array $where, $limit ) {
		global $wpdb;
		$sql  = 'SELECT * FROM ' . Storewire_Tables::name( 'refunds' ) . self::where( $where ) . ' ORDER BY created_at LIMIT ' . (int) $limit;
		$rows = $wpdb->get_results( $sql );
		if ( '' !== $wpdb->last_error ) {
			throw new RuntimeException( 'The records of refunds could not be read: ' . $wpdb->last_error );
		}
		return $rows;
	}

	/**
	 * @param array $where A condition.
	 * @return int How many rows there are.
	 */
	public static function count( array $where ) {
		global $wpdb;
		return (int) $wpdb->get_var( 'SELECT count(*) FROM ' . Storewire_Tables::name( 'refunds' ) . self::where( $where ) );
	}

	private static function where( array $where ) {
		$conditions = array();
		foreach ( $where as $column => $value ) {
			if ( is_array( $value ) ) {
				$conditions[] = "$column IN (" . implode( ',', array_map( array( __CLASS__, 'quoted' ), $value ) ) . ')';
			} else {
				$conditions[] = null === $value ? "$column IS NULL" : "$column = " . self::quoted( $value );
			}
		}
		return ' WHERE ' . implode( ' AND ', $conditions );
	}

	private static function quoted( $value ) {
		global $wpdb;
		return null === $value ? 'NULL' : $wpdb->prepare( '%s', $value );
	}
}
