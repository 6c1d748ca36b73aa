<?php
/**
 * Many objects in a call.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Sends a list of objects, and leaves out those that storewire refuses: one invalid object makes a whole call invalid.
 */
class Storewire_Batches {
	/**
	 * How many of the first objects fit into a call: always one.
	 *
	 * @param array[] $objects As storewire takes them.
	 * @param int     $most    Bytes.
	 * @return int
	 */
	public static function fitting( array $objects, $most ) {
		$bytes = 0;
		$count = 0;
		foreach ( $objects as $object ) {
			$bytes += strlen( (string) wp_json_encode( $object, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) ) + 1;
			if ( $count > 0 && $bytes > $most ) {
				break;
			}
			++$count;
		}
		return $count;
	}

	/**
	 * @param string  $path    Such as `/orders`.
	 * @param array[] $objects As storewire takes them.
	 * @param array   $more    Further members of the body.
	 * @param array   $headers Further headers.
	 * @return array `answer` of the last call; `refused`: why, by the index of the object.
	 */
	public static function send( $path, array $objects, array $more = array(), array $headers = array() ) {
		$refused = array();
		do {
			$left   = array_diff_key( $objects, $refused );
			$places = array_keys( $left );
			if ( array() === $left ) {
				return array(
					'answer'  => new Storewire_Answer( 200, array(), '' ),
					'refused' => $refused,
				);
			}
			$answer = Storewire_Api::call( 'POST', $path, array( 'data' => array_values( $left ) ) + $more, $headers );
			$named  = array();
			foreach ( self::named( $answer ) as $index => $why ) {
				if ( isset( $places[ $index ] ) ) {
					$named[ $places[ $index ] ] = $why;
				}
			}
			// A refusal that names no object is about the only one.
			if ( array() === $named && 1 === count( $left ) && in_array( $answer->status, array( 400, 413 ), true ) ) {
				$named[ $places[0] ] = $answer->message;
			}
			$refused += $named;
		} while ( array() !== $named );
		return array(
			'answer'  => $answer,
			'refused' => $refused,
		);
	}

	/**
	 * @param Storewire_Answer $answer Of storewire.
	 * @return string[] Why an object is refused, by its index in the call.
	 */
	private static function named( Storewire_Answer $answer ) {
		$named = array();
		if ( 400 === $answer->status ) {
			foreach ( $answer->issues() as $issue ) {
				if ( isset( $issue['path'][0], $issue['path'][1] ) && 'data' === $issue['path'][0] && is_int( $issue['path'][1] ) && ! isset( $named[ $issue['path'][1] ] ) ) {
					$field                        = implode( '.', array_slice( $issue['path'], 2 ) );
					$named[ $issue['path'][1] ] = trim( $field . ' ' . $issue['message'] );
				}
			}
		}
		if ( 413 === $answer->status && isset( $answer->data['data']['path'][1] ) && is_int( $answer->data['data']['path'][1] ) ) {
			$named[ $answer->data['data']['path'][1] ] = $answer->message;
		}
		return $named;
	}
}
