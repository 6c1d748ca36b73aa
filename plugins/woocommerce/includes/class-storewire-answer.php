<?php
/**
 * A response of storewire.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * What came back of a call.
 */
class Storewire_Answer {
	/**
	 * HTTP status, 0 if there was no response.
	 *
	 * @var int
	 */
	public $status;

	/**
	 * The body's JSON object, empty if it was something else.
	 *
	 * @var array
	 */
	public $data;

	/**
	 * A sentence for people: what went wrong, or ''.
	 *
	 * @var string
	 */
	public $message;

	/**
	 * Seconds after which storewire wants to be asked again, 0 if it has not said so.
	 *
	 * @var int
	 */
	public $retry_after;

	/**
	 * @param int    $status      HTTP status, 0 if there was no response.
	 * @param array  $data        The body's JSON object.
	 * @param string $message     What went wrong, or ''.
	 * @param int    $retry_after Seconds, 0 for none.
	 */
	public function __construct( $status, array $data, $message, $retry_after = 0 ) {
		$this->status      = $status;
		$this->data        = $data;
		$this->message     = $message;
		$this->retry_after = $retry_after;
	}

	/**
	 * @return bool Whether storewire did what was asked.
	 */
	public function is_ok() {
		return $this->status >= 200 && $this->status < 300;
	}

	/**
	 * @return bool Whether the same call may work later: no response, too many calls, or a fault of the server.
	 */
	public function may_pass() {
		return 0 === $this->status || 408 === $this->status || 429 === $this->status || $this->status >= 500;
	}

	/**
	 * @return string `data.reason` of an error, or ''.
	 */
	public function reason() {
		return isset( $this->data['data']['reason'] ) && is_string( $this->data['data']['reason'] ) ? $this->data['data']['reason'] : '';
	}

	/**
	 * @return array `data.issues` of a 400: each with `path` and `message`.
	 */
	public function issues() {
		return isset( $this->data['data']['issues'] ) && is_array( $this->data['data']['issues'] ) ? $this->data['data']['issues'] : array();
	}
}
