<?php
/**
 * The content of a request to the refund endpoint.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads and checks what storewire sends. Unknown members are ignored.
 */
class Storewire_Refund_Request {
	/** More lines than an order of a shop has. */
	const MAX_LINES = 10000;

	/** As long as the column of the record. */
	const MAX_ID = 191;

	/**
	 * @param array $data `data` of a `refund.preview` or `refund.create`.
	 * @return array `order_id` (text), `lines` (quantity by item id), `reason` (text), `mode` (`execute` or `request`).
	 * @throws Storewire_Refusal `bad_request`.
	 */
	public static function preview( array $data ) {
		$mode = isset( $data['mode'] ) ? $data['mode'] : null;
		if ( 'execute' !== $mode && 'request' !== $mode ) {
			throw self::bad( 'mode' );
		}
		return array(
			'order_id' => self::text( $data, 'orderId' ),
			'lines'    => self::lines( isset( $data['lines'] ) ? $data['lines'] : array() ),
			'reason'   => isset( $data['reason'] ) && is_string( $data['reason'] ) ? $data['reason'] : 'other',
			'mode'     => $mode,
		);
	}

	/**
	 * @param array $data `data` of a `refund.create`.
	 * @return array As preview(), and `action_id`, `amount` (minor units) and `currency`.
	 * @throws Storewire_Refusal `bad_request`.
	 */
	public static function create( array $data ) {
		$action_id = self::text( $data, 'actionId' );
		if ( ! preg_match( '/^[\x21-\x7e]+$/D', $action_id ) ) {
			throw self::bad( 'actionId' );
		}
		if ( ! isset( $data['amount'] ) || ! is_int( $data['amount'] ) || $data['amount'] < 0 ) {
			throw self::bad( 'amount' );
		}
		if ( ! isset( $data['currency'] ) || ! is_string( $data['currency'] ) || ! preg_match( '/^[A-Z]{3}$/D', $data['currency'] ) ) {
			throw self::bad( 'currency' );
		}
		return self::preview( $data ) + array(
			'action_id' => $action_id,
			'amount'    => $data['amount'],
			'currency'  => $data['currency'],
		);
	}

	/** @return int[] Quantity by item id. An item that is there twice counts twice. */
	private static function lines( $lines ) {
		if ( ! is_array( $lines ) || count( $lines ) > self::MAX_LINES ) {
			throw self::bad( 'lines' );
		}
		$quantities = array();
		foreach ( $lines as $line ) {
			$item_id  = is_array( $line ) ? self::text( $line, 'itemId' ) : '';
			$quantity = isset( $line['quantity'] ) ? $line['quantity'] : null;
			if ( ! is_int( $quantity ) || $quantity < 1 || $quantity > PHP_INT_MAX / self::MAX_LINES ) {
				throw self::bad( 'lines' );
			}
			$quantities[ $item_id ] = ( isset( $quantities[ $item_id ] ) ? $quantities[ $item_id ] : 0 ) + $quantity;
		}
		return $quantities;
	}

	private static function text( array $data, $name ) {
		if ( isset( $data[ $name ] ) && is_string( $data[ $name ] ) && '' !== $data[ $name ] && strlen( $data[ $name ] ) <= self::MAX_ID ) {
			return $data[ $name ];
		}
		throw self::bad( $name );
	}

	private static function bad( $name ) {
		/* translators: %s: the name of a field */
		return new Storewire_Refusal( 'bad_request', sprintf( __( 'The field %s of the request is missing or invalid.', 'storewire' ), $name ), 400 );
	}
}
