<?php
/**
 * What the plugin and storewire know of each other.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reports the plugin's state with each call, and asks for storewire's every quarter of an hour.
 */
class Storewire_State {
	const OPTION = 'storewire_state';

	/** Storewire reads no more. */
	const MOST_BYTES = 1024;

	/** A request sends many calls: the queue is counted once in this time. */
	const REPORT_EVERY_S = 10;

	/**
	 * The newest report and when it was made.
	 *
	 * @var array|null
	 */
	private static $report = null;

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( Storewire_Jobs::CHECK, array( __CLASS__, 'check' ) );
		add_action( 'storewire_disconnected', array( __CLASS__, 'forget' ) );
	}

	/**
	 * @return string For the header `Storewire-Connection`.
	 */
	public static function report() {
		$now = Storewire_Clock::now();
		if ( null === self::$report || $now - self::$report['at'] >= self::REPORT_EVERY_S ) {
			self::$report = array(
				'at'   => $now,
				'text' => self::make_report( $now ),
			);
		}
		return self::$report['text'];
	}

	/**
	 * Asks storewire for its state.
	 *
	 * @return Storewire_Answer
	 */
	public static function check() {
		Storewire_Queue::note_run();
		$answer = Storewire_Api::connect_call( 'GET', '/state' );
		if ( $answer->is_ok() ) {
			self::keep( $answer->data );
		}
		return $answer;
	}

	/**
	 * @param string $name `version`, `plugin_url`, `clock_offset` (seconds that the shop's clock is ahead), `refunds` or `script_attributes`.
	 * @return mixed '' if storewire has not said it.
	 */
	public static function get( $name ) {
		$stored = get_option( self::OPTION, array() );
		return isset( $stored[ $name ] ) ? $stored[ $name ] : '';
	}

	/**
	 * @return bool Whether storewire serves a newer plugin.
	 */
	public static function has_newer_plugin() {
		$theirs = self::get( 'version' );
		return '' !== $theirs && version_compare( STOREWIRE_VERSION, $theirs, '<' );
	}

	/**
	 * Forgets what storewire has said.
	 */
	public static function forget() {
		delete_option( self::OPTION );
	}

	/**
	 * @param array $data Of `GET /connect/state`.
	 */
	private static function keep( array $data ) {
		$now = isset( $data['now'] ) ? strtotime( (string) $data['now'] ) : false;
		update_option(
			self::OPTION,
			array(
				'version'           => isset( $data['version'] ) ? (string) $data['version'] : '',
				'plugin_url'        => isset( $data['pluginUrl'] ) ? (string) $data['pluginUrl'] : '',
				'clock_offset'      => false === $now ? 0 : Storewire_Clock::now() - $now,
				'refunds'           => isset( $data['refunds'] ) ? $data['refunds'] : array(),
				'script_attributes' => isset( $data['scriptAttributes'] ) && is_array( $data['scriptAttributes'] ) ? $data['scriptAttributes'] : array(),
			),
			true
		);
	}

	/**
	 * @param int $now Seconds since 1970.
	 * @return string
	 */
	private static function make_report( $now ) {
		$waiting = Storewire_Marks::waiting();
		$fields  = array(
			'plugin'   => STOREWIRE_VERSION,
			'system'   => defined( 'WC_VERSION' ) ? WC_VERSION : '',
			'platform' => substr( 'WordPress ' . get_bloginfo( 'version' ) . ', PHP ' . PHP_VERSION, 0, 80 ),
			'queue'    => $waiting['count'],
			'oldest'   => 0 === $waiting['count'] ? 0 : max( 0, $now - intdiv( $waiting['oldest'], 1000 ) ),
			'problems' => implode( ',', array_slice( array_column( Storewire_Problems::all(), 'code' ), 0, 10 ) ),
		);
		return substr( http_build_query( $fields ), 0, self::MOST_BYTES );
	}
}
