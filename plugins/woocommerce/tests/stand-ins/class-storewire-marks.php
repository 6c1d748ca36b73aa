<?php
/**
 * The marks in memory, as the table keeps them.
 *
 * @package Storewire
 */

class Storewire_Marks {
	private static $rows = array();

	public static function reset() {
		self::$rows = array();
	}

	public static function mark( $kind, $id ) {
		self::put( $kind, $id, false );
	}

	public static function gone( $kind, $id ) {
		self::put( $kind, $id, true );
	}

	public static function take( $kind, $limit ) {
		$rows = array_filter(
			self::$rows,
			static function ( $row ) use ( $kind ) {
				return $row['waiting'] && $row['kind'] === $kind;
			}
		);
		usort(
			$rows,
			static function ( $one, $other ) {
				return $one['marked_at'] <=> $other['marked_at'];
			}
		);
		return array_slice( $rows, 0, $limit );
	}

	public static function done( array $row, $refusal = null ) {
		$key = $row['kind'] . ' ' . $row['id'];
		if ( self::$rows[ $key ]['marked_at'] === $row['marked_at'] ) {
			self::$rows[ $key ]['waiting'] = false;
			self::$rows[ $key ]['refusal'] = $refusal;
		}
	}

	public static function note( $kind, $id, $ms ) {
		if ( ! isset( self::$rows[ "$kind $id" ] ) ) {
			self::$rows[ "$kind $id" ] = self::row( $kind, $id, $ms, false, false );
		}
	}

	public static function times( $kind, array $ids ) {
		$times = array();
		foreach ( $ids as $id ) {
			if ( isset( self::$rows[ "$kind $id" ] ) ) {
				$times[ $id ] = self::$rows[ "$kind $id" ]['marked_at'];
			}
		}
		return $times;
	}

	public static function beginning_with( $kind, $prefix ) {
		$ids = array();
		foreach ( self::$rows as $row ) {
			if ( $row['kind'] === $kind && 0 === strpos( $row['id'], $prefix ) && ! $row['gone'] ) {
				$ids[] = $row['id'];
			}
		}
		return $ids;
	}

	public static function waiting() {
		$times = array();
		foreach ( self::$rows as $row ) {
			if ( $row['waiting'] ) {
				$times[] = $row['marked_at'];
			}
		}
		return array(
			'count'  => count( $times ),
			'oldest' => array() === $times ? 0 : min( $times ),
		);
	}

	public static function refused( $limit ) {
		$refused = array_filter(
			self::$rows,
			static function ( $row ) {
				return null !== $row['refusal'];
			}
		);
		return array_slice( array_values( $refused ), 0, $limit );
	}

	private static function put( $kind, $id, $gone ) {
		$before                     = isset( self::$rows[ "$kind $id" ] ) ? self::$rows[ "$kind $id" ]['marked_at'] : 0;
		self::$rows[ "$kind $id" ] = self::row( $kind, $id, max( Storewire_Clock::now_ms(), $before + 1 ), true, $gone );
	}

	private static function row( $kind, $id, $ms, $waiting, $gone ) {
		return array(
			'kind'      => $kind,
			'id'        => $id,
			'marked_at' => $ms,
			'waiting'   => $waiting,
			'gone'      => $gone,
			'refusal'   => null,
		);
	}
}
