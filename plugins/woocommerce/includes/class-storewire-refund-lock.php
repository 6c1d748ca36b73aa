<?php
/**
 * One refund of an order at a time.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * A lock of the database. It ends with the process that has it, also if that process is killed. Some databases have no such locks: there
 * the unique keys of the records alone keep a refund from being made twice.
 */
class Storewire_Refund_Lock {
	/** @var bool Whether the database has such locks. */
	public static $is_there = true;

	/**
	 * @param int $order_id The order.
	 * @param int $seconds  How long to wait for another process.
	 * @return bool False if another process has the lock.
	 */
	public static function take( $order_id, $seconds ) {
		global $wpdb;
		$shown          = $wpdb->suppress_errors( true );
		$answer         = $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK( %s, %d )', self::name( $order_id ), $seconds ) );
		self::$is_there = null !== $answer;
		$wpdb->suppress_errors( $shown );
		return '0' !== $answer;
	}

	/**
	 * @param int $order_id The order.
	 */
	public static function release( $order_id ) {
		global $wpdb;
		if ( self::$is_there ) {
			$wpdb->get_var( $wpdb->prepare( 'SELECT RELEASE_LOCK( %s )', self::name( $order_id ) ) );
		}
	}

	/** Names of locks are shared by all databases of a server, and have at most 64 characters. */
	private static function name( $order_id ) {
		global $wpdb;
		return 'storewire_' . md5( DB_NAME . ' ' . $wpdb->prefix . ' ' . $order_id );
	}
}
