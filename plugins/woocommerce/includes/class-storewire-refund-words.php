<?php
/**
 * Words for refunds.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * What people read about a refund.
 */
class Storewire_Refund_Words {
	/**
	 * @param string $kind The kind of a reason: `defect`, `not_received`, `return` or `other`.
	 * @return string
	 */
	public static function kind( $kind ) {
		$words = array(
			'defect'       => __( 'Defect', 'storewire' ),
			'not_received' => __( 'Not received', 'storewire' ),
			'return'       => __( 'Return', 'storewire' ),
		);
		return isset( $words[ $kind ] ) ? $words[ $kind ] : __( 'Other reason', 'storewire' );
	}

	/**
	 * @param object $record A record.
	 * @return string The kind of its reason. A note of an agent may follow in the record.
	 */
	public static function kind_of( $record ) {
		return explode( ':', $record->reason, 2 )[0];
	}

	/**
	 * @param object $record A record.
	 * @return string The reason with the note of the agent, if there is one.
	 */
	public static function why( $record ) {
		$parts = explode( ':', $record->reason, 2 );
		return self::kind( $parts[0] ) . ( isset( $parts[1] ) ? ':' . $parts[1] : '' );
	}

	/**
	 * @param object $record A record.
	 * @return string Shown in WooCommerce, and passed to the payment provider: no words of agents.
	 */
	public static function reason( $record ) {
		return sprintf( '%s (storewire %s)', self::kind( self::kind_of( $record ) ), $record->action_id );
	}

	/**
	 * @param object $record What has `amount` in minor units and `currency`.
	 * @return string The amount, such as `12.50`.
	 */
	public static function decimal( $record ) {
		return Storewire_Money::decimal( $record->amount, $record->currency );
	}

	/**
	 * @param object $record What has `amount` in minor units and `currency`.
	 * @return string The amount with its currency, such as `12.50 EUR`.
	 */
	public static function amount( $record ) {
		return self::decimal( $record ) . ' ' . $record->currency;
	}

	/**
	 * @param object $record A record.
	 * @return string What has become of it.
	 */
	public static function state( $record ) {
		$words = array(
			Storewire_Refund_Records::STARTED   => __( 'in progress', 'storewire' ),
			Storewire_Refund_Records::ASKED     => __( 'in progress', 'storewire' ),
			Storewire_Refund_Records::MADE      => __( 'made', 'storewire' ),
			Storewire_Refund_Records::REFUSED   => __( 'refused', 'storewire' ),
			Storewire_Refund_Records::UNDECIDED => __( 'waits for a decision', 'storewire' ),
			Storewire_Refund_Records::REQUESTED => __( 'waits for a decision', 'storewire' ),
			Storewire_Refund_Records::CONFIRMED => __( 'refunded', 'storewire' ),
			Storewire_Refund_Records::DENIED    => __( 'not refunded', 'storewire' ),
		);
		return $words[ $record->state ];
	}
}
