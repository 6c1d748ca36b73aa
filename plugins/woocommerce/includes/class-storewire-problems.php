<?php
/**
 * What keeps the connection from working.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Problems, one sentence each, for the settings page and for storewire's page of the shop.
 */
class Storewire_Problems {
	/** Storewire rejects signatures after five minutes, and tokens earlier. */
	const MOST_CLOCK_OFFSET_S = 120;

	/** The job that repeats runs every 15 minutes. */
	const SILENCE_S = 2700;

	/**
	 * @return array[] Each with `code` and `text`.
	 */
	public static function all() {
		$problems = array();
		foreach ( array( 'cron_off', 'clock_wrong', 'objects_rejected', 'import_failed', 'storage_failed' ) as $code ) {
			$text = self::$code();
			if ( '' !== $text ) {
				$problems[] = array(
					'code' => $code,
					'text' => $text,
				);
			}
		}
		return apply_filters( 'storewire_problems', $problems );
	}

	/**
	 * @return string
	 */
	private static function cron_off() {
		$since  = max( (int) Storewire_Queue::get( 'ran_at' ), (int) Storewire_Connection::get( 'connected_at' ) );
		$silent = Storewire_Connection::is_connected() && Storewire_Clock::now() - $since > self::SILENCE_S;
		if ( ! $silent ) {
			return '';
		}
		if ( defined( 'DISABLE_WP_CRON' ) && DISABLE_WP_CRON ) {
			return __( 'WordPress\'s background tasks are switched off (DISABLE_WP_CRON in wp-config.php), and nothing else calls wp-cron.php: changes are sent late or not at all. Let your host call wp-cron.php every minute.', 'storewire' );
		}
		return __( 'WordPress\'s background tasks have not run for 45 minutes: changes are sent late or not at all. Look at WooCommerce, Status, Scheduled Actions, or let your host call wp-cron.php every minute.', 'storewire' );
	}

	/**
	 * @return string
	 */
	private static function clock_wrong() {
		$offset = (int) Storewire_State::get( 'clock_offset' );
		if ( abs( $offset ) <= self::MOST_CLOCK_OFFSET_S ) {
			return '';
		}
		return $offset > 0
			/* translators: %d: seconds */
			? sprintf( __( 'The clock of this server is %d seconds ahead of storewire\'s: refunds and signed-in chats are rejected. Ask your host to set it.', 'storewire' ), $offset )
			/* translators: %d: seconds */
			: sprintf( __( 'The clock of this server is %d seconds behind storewire\'s: refunds and signed-in chats are rejected. Ask your host to set it.', 'storewire' ), -$offset );
	}

	/**
	 * @return string
	 */
	private static function objects_rejected() {
		$refused = Storewire_Marks::refused( 1 );
		if ( array() === $refused ) {
			return '';
		}
		/* translators: 1: object, such as "orders/12"; 2: reason */
		return sprintf( __( 'storewire rejected %1$s: %2$s. It is sent again after its next change.', 'storewire' ), $refused[0]['kind'] . '/' . $refused[0]['id'], rtrim( $refused[0]['refusal'], '.' ) );
	}

	/**
	 * @return string
	 */
	private static function import_failed() {
		$history = Storewire_History::get();
		/* translators: %s: reason */
		return 'failed' === $history['status'] ? sprintf( __( 'The import of your history has stopped: %s', 'storewire' ), $history['error'] ) : '';
	}

	/**
	 * @return string
	 */
	private static function storage_failed() {
		return Storewire_Queue::get( 'storage_failed' ) ? __( 'The plugin\'s table cannot be written, so that changes are not noticed. Ask your host whether the database is full.', 'storewire' ) : '';
	}
}
