<?php
/**
 * The ids of the shop's objects in memory.
 *
 * @package Storewire
 */

class Storewire_All_Ids {
	public static function page( $kind, $after, $limit ) {
		$ids = array_filter(
			self::all( $kind ),
			static function ( $id ) use ( $after ) {
				return $id > $after;
			}
		);
		sort( $ids );
		return array_slice( $ids, 0, $limit );
	}

	public static function count( $kind ) {
		return count( self::all( $kind ) );
	}

	private static function all( $kind ) {
		return array_keys( 'customers' === $kind ? Stand_In::$users : ( 'products' === $kind ? Shop::$products : Shop::$orders ) );
	}
}
