<?php
/**
 * Which objects the shop has.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Pages through the ids of a kind, in their order: what is added meanwhile comes at the end.
 */
class Storewire_All_Ids {
	/**
	 * @param string $kind  `customers`, `products` or `orders`.
	 * @param int    $after The last id of the page before.
	 * @param int    $limit How many at most.
	 * @return int[]
	 */
	public static function page( $kind, $after, $limit ) {
		global $wpdb;
		list( $id, $from ) = self::source( $kind );
		// phpcs:ignore WordPress.DB -- all parts are ours.
		return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT $id $from AND $id > %d ORDER BY $id LIMIT %d", $after, $limit ) ) );
	}

	/**
	 * @param string $kind `customers`, `products` or `orders`.
	 * @return int How many there are.
	 */
	public static function count( $kind ) {
		global $wpdb;
		list( $id, $from ) = self::source( $kind );
		// phpcs:ignore WordPress.DB -- all parts are ours.
		return (int) $wpdb->get_var( "SELECT COUNT(DISTINCT $id) $from" );
	}

	/**
	 * @param string $kind `customers`, `products` or `orders`.
	 * @return string[] The column of the id, and the rest of a statement up to its conditions.
	 */
	private static function source( $kind ) {
		global $wpdb;
		if ( 'customers' === $kind ) {
			// Users of other sites of a network have no role here.
			return array( 'u.ID', "FROM $wpdb->users u JOIN $wpdb->usermeta m ON m.user_id = u.ID AND m.meta_key = '{$wpdb->prefix}capabilities' WHERE 1 = 1" );
		}
		if ( 'products' === $kind ) {
			return array( 'ID', "FROM $wpdb->posts WHERE post_type = 'product' AND post_status IN ('publish', 'private', 'draft', 'pending', 'future')" );
		}
		$left_out = "('wc-checkout-draft', 'checkout-draft', 'auto-draft', 'trash')";
		if ( Automattic\WooCommerce\Utilities\OrderUtil::custom_orders_table_usage_is_enabled() ) {
			return array( 'id', "FROM {$wpdb->prefix}wc_orders WHERE type = 'shop_order' AND status NOT IN $left_out" );
		}
		return array( 'ID', "FROM $wpdb->posts WHERE post_type = 'shop_order' AND post_status NOT IN $left_out" );
	}
}
