<?php
/**
 * Makes refunds.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Answers `refund.create`: one refund of WooCommerce for each action of storewire, and the first response again for each later try.
 */
class Storewire_Refund_Maker {
	/** How long a try waits for another one of the same order, in seconds. storewire waits 10 seconds for a response. */
	const WAIT = 6;

	/** When storewire may ask again, in seconds, if another process makes a refund of the order. */
	const RETRY_AFTER = 20;

	/** A response that took longer may not have reached storewire, in seconds. */
	const IN_TIME = 8;

	/** A process that makes a refund is over by then, in seconds. Asked only where the database has no locks. */
	const LONGEST = 900;

	/**
	 * @param array $request      As Storewire_Refund_Request::create() returns it.
	 * @param bool  $is_connected Whether the request is one of the present connection: others get the response of a refund that has begun.
	 * @return array Status, body, and for a body without `ok` after how many seconds storewire may ask again.
	 */
	public static function answer( array $request, $is_connected ) {
		// The refund has to end, and to be written down, also if storewire no longer waits for it.
		ignore_user_abort( true );
		wc_set_time_limit( 0 );
		$began    = Storewire_Clock::now();
		$order_id = Storewire_Refund_Quote::id( $request['order_id'] );
		if ( ! Storewire_Refund_Lock::take( $order_id, self::WAIT ) ) {
			return self::busy();
		}
		try {
			$response = self::once( $request, $order_id, $is_connected );
		} finally {
			Storewire_Refund_Lock::release( $order_id );
		}
		if ( null === $response ) {
			return self::busy();
		}
		if ( Storewire_Clock::now() - $began > self::IN_TIME ) {
			Storewire_Refund_Watch::report( $request['action_id'] );
		}
		return array( 200, $response );
	}

	/**
	 * Ends a record whose process has ended without a response. The caller has the lock of the order.
	 *
	 * @param object $record A record.
	 * @return array|null The response; null if the process may still run.
	 */
	public static function recover( $record ) {
		if ( ! Storewire_Refund_Lock::$is_there && Storewire_Clock::now() - $record->created_at < self::LONGEST ) {
			return null;
		}
		if ( 'request' === $record->mode ) {
			return self::request( $record );
		}
		$refund = Storewire_Refund_Store::find( $record );
		if ( $refund && $refund->get_refunded_payment() ) {
			Storewire_Refund_Store::complete( $record );
			return self::made( $record, $refund, __( 'PHP stopped while WooCommerce made this refund. The money was refunded. Check the stock and the e-mail to the customer.', 'storewire' ) );
		}
		return self::undecided(
			$record,
			$refund,
			Storewire_Refund_Records::STARTED === $record->state
				? __( 'PHP stopped before the payment method was asked to refund.', 'storewire' )
				: __( 'PHP stopped while the payment method was asked to refund.', 'storewire' )
		);
	}

	/** Before the lock was free, another process may have made the refund. What fails before the record is an error, and tried again. */
	private static function once( array $request, $order_id, $is_connected ) {
		$id     = $request['action_id'];
		$record = Storewire_Refund_Records::get( $id );
		if ( $record ) {
			return self::again( $record );
		}
		// The record is lost if the plugin was deleted and installed again, or if its table alone was restored.
		$made = Storewire_Refund_Store::find( (object) array( 'action_id' => $id, 'order_id' => $order_id ) );
		if ( $made && Storewire_Refund_Records::insert( $request ) ) {
			return self::recover( Storewire_Refund_Records::get( $id ) );
		}
		try {
			if ( ! $is_connected ) {
				throw Storewire_Refusal::disconnected();
			}
			$quote = self::agreed( $request );
			// First, so that a process that ends at once after its record is noticed all the same.
			Storewire_Refund_Watch::begin( $id );
			if ( Storewire_Refund_Records::insert( $request ) ) {
				$record = Storewire_Refund_Records::get( $id );
				return 'request' === $record->mode ? self::request( $record ) : self::execute( $record, $quote );
			}
			// Without locks another process may have been faster, with this refund or another one of the order.
			$refusal = Storewire_Refund_Quote::open();
		} catch ( Storewire_Refusal $refused ) {
			$refusal = $refused;
		}
		if ( ! Storewire_Refund_Records::get( $id ) ) {
			Storewire_Refund_Records::insert( $request, $refusal );
		}
		return self::again( Storewire_Refund_Records::get( $id ) );
	}

	private static function agreed( array $request ) {
		$quote = Storewire_Refund_Quote::of( $request );
		if ( $quote->amount === $request['amount'] && $quote->currency === $request['currency'] ) {
			return $quote;
		}
		throw new Storewire_Refusal(
			'amount_changed',
			/* translators: 1: an amount with its currency, 2: an amount with its currency */
			sprintf( __( 'WooCommerce would refund %1$s now, not %2$s: the order has changed since. Start the refund again.', 'storewire' ), Storewire_Refund_Words::amount( $quote ), Storewire_Refund_Words::amount( (object) $request ) )
		);
	}

	private static function again( $record ) {
		if ( null === $record->response ) {
			return self::recover( $record );
		}
		if ( Storewire_Refund_Records::MADE === $record->state ) {
			// storewire asks again only if it has no response yet, and it may not get this one either.
			Storewire_Refund_Watch::report( $record->action_id );
		}
		return $record->response;
	}

	private static function execute( $record, Storewire_Refund_Quote $quote ) {
		try {
			Storewire_Refund_Guard::begin( $record );
			$result = wc_create_refund(
				array(
					'amount'         => $quote->decimal(),
					'reason'         => Storewire_Refund_Words::reason( $record ),
					'order_id'       => $record->order_id,
					'line_items'     => $quote->line_items,
					'refund_payment' => true,
					// Only goods that come back can be sold again.
					'restock_items'  => 'return' === Storewire_Refund_Words::kind_of( $record ),
				)
			);
			$problem = is_wp_error( $result ) ? $result->get_error_message() : null;
		} catch ( Throwable $error ) {
			Storewire_Refund_Log::error( $error );
			$problem = $error->getMessage();
		} finally {
			$paid = Storewire_Refund_Guard::end();
		}
		return self::ended( Storewire_Refund_Records::get( $record->action_id ), $paid, $problem );
	}

	/**
	 * What counts is what WooCommerce has stored: a plugin may fail after the money has moved. A refund that was paid and is not there was
	 * deleted by the owner's decision that it was not paid.
	 */
	private static function ended( $record, $paid, $problem ) {
		$stored = Storewire_Refund_Store::find( $record );
		$refund = $stored || Storewire_Refund_Records::DENIED !== $record->state ? $stored : $paid;
		if ( $refund && $refund->get_refunded_payment() ) {
			/* translators: %s: an error message */
			return self::made( $record, $refund, null === $problem ? '' : sprintf( __( 'The money was refunded, then an error occurred: %s', 'storewire' ), $problem ) );
		}
		if ( Storewire_Refund_Records::STARTED === $record->state ) {
			if ( $refund ) {
				$refund->delete( true );
			}
			return self::refused( $record, new Storewire_Refusal( 'not_made', (string) $problem ) );
		}
		return self::undecided( $record, $refund, (string) $problem );
	}

	private static function made( $record, $refund, $remark ) {
		$response = self::settle(
			$record,
			Storewire_Refund_Records::BEFORE_MADE,
			Storewire_Refund_Records::MADE,
			self::outcome( 'succeeded', (string) $refund->get_id() ),
			array( 'refund_id' => $refund->get_id() ),
			/* translators: 1: the id of a refund of WooCommerce, 2: an amount with its currency, 3: the id of a refund of storewire, 4: the reason */
			sprintf( __( 'Refund #%1$s of %2$s was made on request of storewire (%3$s). Reason: %4$s', 'storewire' ), $refund->get_id(), Storewire_Refund_Words::amount( $record ), $record->action_id, Storewire_Refund_Words::why( $record ) ) . rtrim( "\n" . $remark )
		);
		if ( 'succeeded' !== $response['status'] ) {
			Storewire_Refund_Watch::report( $record->action_id );
		}
		return $response;
	}

	/** The payment method was asked, and did not confirm. It may have paid all the same. */
	private static function undecided( $record, $refund, $problem ) {
		return self::settle(
			$record,
			array( Storewire_Refund_Records::STARTED, Storewire_Refund_Records::ASKED ),
			Storewire_Refund_Records::UNDECIDED,
			self::outcome( 'pending', self::reference( $record ) ),
			array(
				'refund_id' => $refund ? $refund->get_id() : null,
				'problem'   => Storewire_Refund_Records::text( $problem ),
			),
			/* translators: 1: an amount with its currency, 2: the id of a refund of storewire, 3: an error message */
			sprintf( __( 'It is not certain whether %1$s were refunded (storewire %2$s). Look the payment up at the payment provider, then decide on the page of storewire in WordPress. %3$s', 'storewire' ), Storewire_Refund_Words::amount( $record ), $record->action_id, $problem )
		);
	}

	/** The shop's people refund by hand. */
	private static function request( $record ) {
		return self::settle(
			$record,
			array( Storewire_Refund_Records::STARTED ),
			Storewire_Refund_Records::REQUESTED,
			self::outcome( 'pending', self::reference( $record ) ),
			array(),
			/* translators: 1: an amount with its currency, 2: the id of a refund of storewire, 3: the reason */
			sprintf( __( 'A refund of %1$s is requested (storewire %2$s). Reason: %3$s. Make the refund, or do not, then decide on the page of storewire in WordPress.', 'storewire' ), Storewire_Refund_Words::amount( $record ), $record->action_id, Storewire_Refund_Words::why( $record ) )
		);
	}

	private static function refused( $record, Storewire_Refusal $refusal ) {
		$values = array( 'problem' => Storewire_Refund_Records::text( $refusal->getMessage() ) );
		return self::settle( $record, array( Storewire_Refund_Records::STARTED ), Storewire_Refund_Records::REFUSED, $refusal->body(), $values, '' );
	}

	/** @return array The first response: that of another process if it was earlier. */
	private static function settle( $record, array $from, $state, array $response, array $values, $note ) {
		if ( Storewire_Refund_Records::settle( $record->action_id, $from, $state, $response, $values ) && '' !== $note ) {
			Storewire_Refund_Store::note( $record, $note );
		}
		return Storewire_Refund_Records::get( $record->action_id )->response;
	}

	/** Without `ok` this is no answer, so storewire asks again. */
	private static function busy() {
		return array( 503, array( 'message' => __( 'A refund of this order is being made. Ask again later.', 'storewire' ) ), self::RETRY_AFTER );
	}

	private static function outcome( $status, $reference ) {
		return array(
			'ok'       => true,
			'status'   => $status,
			'refundId' => $reference,
		);
	}

	/** There is no refund of WooCommerce yet, or it may be deleted. */
	private static function reference( $record ) {
		return 'order_' . $record->order_id;
	}
}
