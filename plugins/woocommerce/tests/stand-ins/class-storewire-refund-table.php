<?php
/**
 * The table of refunds without SQL, with its two unique keys.
 *
 * @package Storewire
 */

class Storewire_Refund_Table {
	const COLUMNS = array( 'action_id', 'order_id', 'open_order_id', 'mode', 'amount', 'currency', 'reason', 'state', 'response', 'refund_id', 'problem', 'report', 'report_message', 'created_at', 'ended_at' );

	/** @var bool Whether nothing can be written. */
	public static $is_broken = false;

	public static function insert( array $row ) {
		return ! self::$is_broken && Kept::with(
			static function ( &$state ) use ( $row ) {
				foreach ( isset( $state['rows'] ) ? $state['rows'] : array() as $other ) {
					if ( $other['action_id'] === $row['action_id'] || ( null !== $row['open_order_id'] && $other['open_order_id'] === $row['open_order_id'] ) ) {
						return false;
					}
				}
				$state['rows'][] = $row + array_fill_keys( self::COLUMNS, null );
				return true;
			}
		);
	}

	public static function update( array $set, array $where ) {
		if ( self::$is_broken ) {
			throw new RuntimeException( 'The disk is full.' );
		}
		return Kept::with(
			static function ( &$state ) use ( $set, $where ) {
				$changed = 0;
				foreach ( isset( $state['rows'] ) ? $state['rows'] : array() as $index => $row ) {
					if ( self::fits( $row, $where ) && array_intersect_key( $row, $set ) !== $set ) {
						$state['rows'][ $index ] = $set + $row;
						++$changed;
					}
				}
				return $changed;
			}
		);
	}

	public static function rows( array $where, $limit ) {
		return Kept::with(
			static function ( &$state ) use ( $where, $limit ) {
				$found = array();
				foreach ( isset( $state['rows'] ) ? $state['rows'] : array() as $row ) {
					if ( self::fits( $row, $where ) ) {
						$found[] = (object) $row;
					}
				}
				return array_slice( $found, 0, $limit );
			}
		);
	}

	public static function count( array $where ) {
		return count( self::rows( $where, PHP_INT_MAX ) );
	}

	private static function fits( array $row, array $where ) {
		foreach ( $where as $column => $value ) {
			if ( ! in_array( $row[ $column ], is_array( $value ) ? $value : array( $value ), true ) ) {
				return false;
			}
		}
		return true;
	}
}
