<?php
/**
 * How far the import of the history is.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * One option, written after each call, so that an import continues where it was cut.
 */
class Storewire_History {
	const OPTION = 'storewire_history';

	const KINDS = array( 'customers', 'products', 'orders' );

	/** `status` is `none`, `sending`, `processing` (by storewire), `done` or `failed`. */
	const DEFAULTS = array(
		'status'      => 'none',
		'backfill'    => '',
		'kind'        => 'customers',
		'after'       => 0,
		'until'       => 0,
		'sent'        => array(),
		'total'       => array(),
		'rejected'    => 0,
		'rejection'   => '',
		'progress'    => 0,
		'results'     => array(),
		'failures'    => 0,
		'retry_at'    => 0,
		'error'       => '',
		'started_at'  => 0,
		'finished_at' => 0,
		'stepped_at'  => 0,
	);

	/**
	 * @return array With the keys of DEFAULTS.
	 */
	public static function get() {
		return get_option( self::OPTION, array() ) + self::DEFAULTS;
	}

	/**
	 * @param array $values By the keys of DEFAULTS.
	 */
	public static function set( array $values ) {
		update_option( self::OPTION, array( 'stepped_at' => Storewire_Clock::now() ) + $values + self::get(), false );
	}

	/**
	 * Begins from the start.
	 */
	public static function begin() {
		$total = array();
		foreach ( self::KINDS as $kind ) {
			$total[ $kind ] = Storewire_All_Ids::count( $kind );
		}
		self::set(
			array(
				'status'     => 'sending',
				'total'      => $total,
				'sent'       => array_fill_keys( self::KINDS, 0 ),
				'started_at' => Storewire_Clock::now(),
			) + self::DEFAULTS
		);
	}

	/**
	 * @return bool Whether there is something to do.
	 */
	public static function is_running() {
		return in_array( self::get()['status'], array( 'sending', 'processing' ), true );
	}

	/**
	 * @return float From 0 to 1: nine tenths are the sending, one is storewire's.
	 */
	public static function progress() {
		$history = self::get();
		if ( 'done' === $history['status'] ) {
			return 1.0;
		}
		$total = array_sum( $history['total'] );
		$sent  = 0 === $total ? 1.0 : min( 1.0, array_sum( $history['sent'] ) / $total );
		return 0.9 * $sent + 0.1 * ( 'processing' === $history['status'] ? (float) $history['progress'] : 0 );
	}

	/**
	 * @param string $error Why it has stopped, for people.
	 */
	public static function fail( $error ) {
		self::set(
			array(
				'status' => 'failed',
				'error'  => $error,
			)
		);
	}
}
