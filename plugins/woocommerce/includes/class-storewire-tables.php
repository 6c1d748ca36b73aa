<?php
/**
 * The plugin's own tables.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Creates, updates and removes the tables.
 */
class Storewire_Tables {
	/** Increase this number when a table changes. */
	const SCHEMA = 2;

	const OPTION = 'storewire_schema';

	/**
	 * @param string $name Such as `marks`.
	 * @return string The table's name in this WordPress.
	 */
	public static function name( $name ) {
		global $wpdb;
		return $wpdb->prefix . 'storewire_' . $name;
	}

	/**
	 * Creates the tables, or adds what an older version of them lacks.
	 */
	public static function create() {
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		foreach ( self::definitions() as $name => $columns ) {
			dbDelta( 'CREATE TABLE ' . self::name( $name ) . " (\n" . $columns . "\n) " . $GLOBALS['wpdb']->get_charset_collate() . ';' );
		}
		update_option( self::OPTION, self::SCHEMA );
	}

	/**
	 * Creates the tables after an update of the plugin: an upload in WordPress does not activate it again.
	 */
	public static function update() {
		if ( self::SCHEMA !== (int) get_option( self::OPTION ) ) {
			self::create();
		}
	}

	/**
	 * Removes the tables with everything in them.
	 */
	public static function drop() {
		global $wpdb;
		foreach ( array_keys( self::definitions() ) as $name ) {
			// phpcs:ignore WordPress.DB -- the name is one of ours.
			$wpdb->query( 'DROP TABLE IF EXISTS ' . self::name( $name ) );
		}
		delete_option( self::OPTION );
	}

	/**
	 * Columns as dbDelta reads them: one a line, two spaces after PRIMARY KEY.
	 *
	 * @return string[] By name of the table.
	 */
	private static function definitions() {
		return array(
			// One row for each object that was ever marked, so that a later change always has a later time.
			'marks'   => "kind varchar(16) NOT NULL,
object_id varchar(100) NOT NULL,
marked_at bigint(20) unsigned NOT NULL,
waiting tinyint(1) NOT NULL,
gone tinyint(1) NOT NULL DEFAULT 0,
refusal varchar(500) NULL,
PRIMARY KEY  (kind,object_id),
KEY waiting (waiting,kind,marked_at)",
			// One row for each action of storewire. Ids of actions differ in capitals, so they are bytes. Two unique keys keep a refund from
			// being made twice: the action, and the order while its refund is open.
			'refunds' => "action_id varbinary(191) NOT NULL,
order_id bigint(20) unsigned NOT NULL,
open_order_id bigint(20) unsigned NULL,
mode varchar(10) NOT NULL,
amount bigint(20) NOT NULL,
currency varchar(3) NOT NULL,
reason varchar(500) NOT NULL,
state varchar(12) NOT NULL,
response text NULL,
refund_id bigint(20) unsigned NULL,
problem varchar(500) NULL,
report varchar(12) NOT NULL,
report_message varchar(500) NULL,
created_at bigint(20) unsigned NOT NULL,
ended_at bigint(20) unsigned NULL,
PRIMARY KEY  (action_id),
UNIQUE KEY open_order_id (open_order_id),
KEY state (state),
KEY report (report),
KEY order_id (order_id)",
		);
	}
}
