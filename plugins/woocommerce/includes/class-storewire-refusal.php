<?php
/**
 * A request that the shop refuses.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * A refusal is final: storewire does not ask again. The message is for the shop's agents.
 */
class Storewire_Refusal extends Exception {
	/** @var string A code for programs, such as `unknown_order`. */
	public $reason;

	/** @var int The HTTP status. */
	public $status;

	/**
	 * @param string $reason  A code for programs.
	 * @param string $message A sentence for agents.
	 * @param int    $status  The HTTP status.
	 */
	public function __construct( $reason, $message, $status = 200 ) {
		parent::__construct( $message );
		$this->reason = $reason;
		$this->status = $status;
	}

	/**
	 * @return self For a request of a connection that has ended.
	 */
	public static function disconnected() {
		return new self( 'disconnected', __( 'The shop is disconnected from storewire.', 'storewire' ) );
	}

	/**
	 * @return array The body of the response.
	 */
	public function body() {
		return array(
			'ok'      => false,
			'code'    => $this->reason,
			'message' => $this->getMessage(),
		);
	}
}
