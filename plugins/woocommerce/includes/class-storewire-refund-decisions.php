<?php
/**
 * What the owner decides about refunds.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Ends a refund whose outcome only the shop's people can say: the books of WooCommerce follow the decision, and storewire gets a report.
 */
class Storewire_Refund_Decisions {
	/** How long a decision waits for a refund of the order that is being made, in seconds. */
	const WAIT = 3;

	/**
	 * @param string $action_id    The refund.
	 * @param bool   $was_refunded Whether the money was refunded.
	 * @return string A sentence about what came of it.
	 */
	public static function decide( $action_id, $was_refunded ) {
		$record = Storewire_Refund_Records::get( $action_id );
		if ( ! $record ) {
			return __( 'This refund is unknown.', 'storewire' );
		}
		if ( ! Storewire_Refund_Lock::take( $record->order_id, self::WAIT ) ) {
			return __( 'A refund of this order is being made at the moment. Decide in a minute.', 'storewire' );
		}
		try {
			$record = Storewire_Refund_Records::get( $action_id );
			if ( ! in_array( $record->state, Storewire_Refund_Records::WAITING, true ) ) {
				/* translators: %s: what became of a refund, such as "made" */
				return sprintf( __( 'This refund no longer waits for a decision: %s.', 'storewire' ), Storewire_Refund_Words::state( $record ) );
			}
			return $was_refunded ? self::confirm( $record ) : self::deny( $record );
		} finally {
			Storewire_Refund_Lock::release( $record->order_id );
		}
	}

	/** The refund of WooCommerce first: if PHP stops after it, the same decision finds it again. */
	private static function confirm( $record ) {
		$refund = Storewire_Refund_Store::find( $record );
		if ( $refund && ! $refund->get_refunded_payment() ) {
			$refund->set_refunded_payment( true );
			$refund->save();
			Storewire_Refund_Store::complete( $record );
		}
		if ( ! $refund ) {
			$refund = self::by_hand( $record );
		}
		if ( ! $refund ) {
			$refund = self::write_down( $record );
		}
		return self::end( $record, Storewire_Refund_Records::CONFIRMED, $refund ? $refund->get_id() : null );
	}

	/**
	 * A refund that WooCommerce has stored without payment would count as refunded in its books. One that it has marked as paid since was
	 * made, whatever is believed.
	 */
	private static function deny( $record ) {
		$refund = Storewire_Refund_Store::find( $record );
		if ( $refund && $refund->get_refunded_payment() ) {
			return self::confirm( $record );
		}
		if ( $refund ) {
			$refund->delete( true );
		}
		return self::end( $record, Storewire_Refund_Records::DENIED, null );
	}

	/** The refund that the shop's people made on the order's page since: of the same amount, and of no other action. */
	private static function by_hand( $record ) {
		foreach ( Storewire_Refund_Store::refunds( $record->order_id ) as $refund ) {
			$date = $refund->get_date_created();
			if (
				'' === (string) $refund->get_meta( Storewire_Refund_Store::META )
				&& $date && $date->getTimestamp() >= $record->created_at
				&& Storewire_Micros::of( $refund->get_amount() ) === Storewire_Micros::of( Storewire_Refund_Words::decimal( $record ) )
			) {
				return $refund;
			}
		}
		return null;
	}

	/** The money was refunded outside of WooCommerce: its books need the refund, without calling the gateway. */
	private static function write_down( $record ) {
		$refund = wc_create_refund(
			array(
				'amount'   => Storewire_Refund_Words::decimal( $record ),
				'reason'   => Storewire_Refund_Words::reason( $record ),
				'order_id' => $record->order_id,
			)
		);
		if ( is_wp_error( $refund ) ) {
			return null;
		}
		$refund->update_meta_data( Storewire_Refund_Store::META, $record->action_id );
		$refund->save();
		return $refund;
	}

	private static function end( $record, $state, $refund_id ) {
		Storewire_Refund_Records::move( $record->action_id, Storewire_Refund_Records::WAITING, $state, array( 'refund_id' => $refund_id ) );
		Storewire_Refund_Watch::report( $record->action_id );
		$order = wc_get_order( $record->order_id );
		$text  = Storewire_Refund_Records::CONFIRMED === $state
			/* translators: 1: an amount with its currency, 2: the id of a refund of storewire, 3: the name of a user */
			? __( 'Decided: %1$s were refunded (storewire %2$s, by %3$s).', 'storewire' )
			/* translators: 1: an amount with its currency, 2: the id of a refund of storewire, 3: the name of a user */
			: __( 'Decided: %1$s were not refunded (storewire %2$s, by %3$s).', 'storewire' );
		$text  = sprintf( $text, Storewire_Refund_Words::amount( $record ), $record->action_id, wp_get_current_user()->user_login );
		if ( $order ) {
			$order->add_order_note( $text );
		}
		return Storewire_Connection::is_connected()
			? $text
			: $text . ' ' . __( 'The shop is disconnected from storewire, so storewire does not get this decision. Let your agents settle the refund there.', 'storewire' );
	}
}
