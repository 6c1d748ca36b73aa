<?php
/**
 * The records of refunds that storewire asked for.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * One row for each action of storewire, written before the payment gateway is called. Two unique keys keep a refund from being made twice:
 * the id of the action, and the order while its refund is open.
 */
class Storewire_Refund_Records {
	/** The record is written; the payment gateway has not been called. */
	const STARTED = 'started';
	/** The payment gateway was called, or is being called. */
	const ASKED = 'asked';
	/** WooCommerce has made the refund. */
	const MADE = 'made';
	/** Refused before the payment gateway was called. */
	const REFUSED = 'refused';
	/** Nobody can say whether money moved: the owner decides. */
	const UNDECIDED = 'undecided';
	/** The owner is asked to refund. */
	const REQUESTED = 'requested';
	/** The owner says that the money was refunded. */
	const CONFIRMED = 'confirmed';
	/** The owner says that no money was refunded. */
	const DENIED = 'denied';

	/** States in which money may still move, or may have moved. The order has no other refund meanwhile. */
	const OPEN = array( self::STARTED, self::ASKED, self::UNDECIDED, self::REQUESTED );

	/** A refund that WooCommerce has made counts, whatever the owner decided before it was there. */
	const BEFORE_MADE = array( self::STARTED, self::ASKED, self::UNDECIDED, self::REQUESTED, self::DENIED );

	/** States that wait for the owner. */
	const WAITING = array( self::UNDECIDED, self::REQUESTED );

	/** The report to storewire: none is needed yet. */
	const REPORT_NONE = '';
	/** The report is due. */
	const REPORT_DUE = 'due';
	/** storewire shows the same outcome. */
	const REPORT_DONE = 'done';
	/** storewire shows another outcome: the owner gets a notice. */
	const REPORT_DIFFERS = 'differs';
	/** storewire has no such refund. */
	const REPORT_UNKNOWN = 'unknown';
	/** storewire was not reached for two weeks. */
	const REPORT_GIVEN_UP = 'given_up';

	/** Ends of a report that the owner gets a notice of. */
	const REPORT_PROBLEMS = array( self::REPORT_DIFFERS, self::REPORT_UNKNOWN, self::REPORT_GIVEN_UP );

	/**
	 * @param string $action_id The id.
	 * @return object|null The row. `response` is the decoded first response, or null.
	 */
	public static function get( $action_id ) {
		$rows = self::listed( array( 'action_id' => $action_id ), 1 );
		return $rows ? $rows[0] : null;
	}

	/**
	 * Writes the record of a refund that begins, or that is refused.
	 *
	 * @param array                  $request As Storewire_Refund_Request::create() returns it.
	 * @param Storewire_Refusal|null $refusal Why it is refused.
	 * @return bool False if a record with this id exists, or if another refund of the order is open.
	 * @throws RuntimeException If the row cannot be written.
	 */
	public static function insert( array $request, $refusal = null ) {
		$order_id = (int) $request['order_id'];
		$written  = Storewire_Refund_Table::insert(
			array(
				'action_id'     => $request['action_id'],
				'order_id'      => $order_id,
				'open_order_id' => $refusal ? null : $order_id,
				'mode'          => $request['mode'],
				'amount'        => $request['amount'],
				'currency'      => $request['currency'],
				'reason'        => self::text( $request['reason'] ),
				'state'         => $refusal ? self::REFUSED : self::STARTED,
				'response'      => $refusal ? wp_json_encode( $refusal->body() ) : null,
				'problem'       => $refusal ? self::text( $refusal->getMessage() ) : null,
				'report'        => self::REPORT_NONE,
				'created_at'    => Storewire_Clock::now(),
				'ended_at'      => $refusal ? Storewire_Clock::now() : null,
			)
		);
		if ( ! $written && ! self::get( $request['action_id'] ) && ! self::has_open( $order_id ) ) {
			throw new RuntimeException( 'The record of a refund could not be written. Look into the log of the database.' );
		}
		return $written;
	}

	/**
	 * @param int $order_id The order.
	 * @return bool Whether the order has a refund that may still move money, or may have moved it.
	 */
	public static function has_open( $order_id ) {
		return array() !== Storewire_Refund_Table::rows( array( 'open_order_id' => $order_id ), 1 );
	}

	/**
	 * Moves a record from one state to another, if it is still in the first one.
	 *
	 * @param string   $action_id The id.
	 * @param string[] $from      States in which it may be.
	 * @param string   $state     The new state.
	 * @param array    $values    More columns to set.
	 * @param array    $where     A further condition.
	 * @return bool Whether this call has moved it.
	 * @throws RuntimeException If the row cannot be written.
	 */
	public static function move( $action_id, array $from, $state, array $values = array(), array $where = array() ) {
		$values['state'] = $state;
		if ( ! in_array( $state, self::OPEN, true ) ) {
			$values['open_order_id'] = null;
			$values['ended_at']      = Storewire_Clock::now();
		}
		return 1 === Storewire_Refund_Table::update( $values, array( 'action_id' => $action_id, 'state' => $from ) + $where );
	}

	/**
	 * Moves a record as move() does, and keeps the response to storewire in the same write. A response that is there stays.
	 *
	 * @param string   $action_id The id.
	 * @param string[] $from      States in which it may be.
	 * @param string   $state     The new state.
	 * @param array    $response  The body.
	 * @param array    $values    More columns to set.
	 * @return bool Whether this call has moved it.
	 */
	public static function settle( $action_id, array $from, $state, array $response, array $values = array() ) {
		return self::move( $action_id, $from, $state, $values + array( 'response' => wp_json_encode( $response ) ), array( 'response' => null ) )
			|| self::move( $action_id, $from, $state, $values );
	}

	/**
	 * @param string      $action_id The id.
	 * @param string      $report    One of the REPORT constants.
	 * @param string|null $message   What storewire responded.
	 */
	public static function set_report( $action_id, $report, $message = null ) {
		$set = array( 'report' => $report ) + ( null === $message ? array() : array( 'report_message' => self::text( $message ) ) );
		Storewire_Refund_Table::update( $set, array( 'action_id' => $action_id ) );
	}

	/**
	 * @param array $where A condition of Storewire_Refund_Table.
	 * @param int   $limit At most so many.
	 * @return object[] Records, the oldest first.
	 */
	public static function listed( array $where, $limit ) {
		return array_map( array( __CLASS__, 'read' ), Storewire_Refund_Table::rows( $where, $limit ) );
	}

	/**
	 * Removes what people wrote about these refunds. The records stay: they keep a refund from being made twice.
	 *
	 * @param int[] $order_ids Orders.
	 * @return int How many records have changed.
	 */
	public static function erase_words( array $order_ids ) {
		return $order_ids ? Storewire_Refund_Table::update( array( 'reason' => 'other', 'problem' => null ), array( 'order_id' => $order_ids ) ) : 0;
	}

	/**
	 * Texts of others as a column takes them.
	 *
	 * @param string $text Any text.
	 * @return string At most 500 characters; only ASCII if the database stores no more.
	 */
	public static function text( $text ) {
		global $wpdb;
		$valid = mb_substr( wp_check_invalid_utf8( $text, true ), 0, 500 );
		return 'utf8mb4' === $wpdb->charset ? $valid : preg_replace( '/[^\x20-\x7e]+/', '?', $valid );
	}

	private static function read( $row ) {
		foreach ( array( 'order_id', 'amount', 'created_at', 'ended_at', 'refund_id' ) as $column ) {
			$row->$column = null === $row->$column ? null : (int) $row->$column;
		}
		$row->response = null === $row->response ? null : json_decode( $row->response, true );
		return $row;
	}
}
