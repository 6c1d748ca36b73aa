<?php
/**
 * Sees to it that every refund ends, and that storewire shows the same outcome.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Runs in the background: ends records whose process has ended without a response, and reports outcomes that storewire may not have.
 */
class Storewire_Refund_Watch {
	const HOOK = 'storewire_watch_refund';

	/** A group of its own: refunds that are under way end after a disconnect, too. */
	const GROUP = 'storewire-refunds';

	/** When a record is looked at for the first time, in seconds. Most have their response by then. */
	const FIRST = 120;

	/** The next look at a refund that is still being made, and the shortest wait between two reports, in seconds. */
	const SHORT = 60;

	/** The longest wait between two reports, in seconds. */
	const LONG = 3600;

	/** A record that is older and has something to do, but no job, has lost it, in seconds. */
	const LOST = 600;

	/** How many records without a job a page of WordPress looks for. */
	const LOOKED_AT = 5;

	/** storewire ends the wait for an outcome after two weeks, in seconds. */
	const GIVE_UP = 1209600;

	public static function register() {
		add_action( self::HOOK, array( __CLASS__, 'run' ) );
		add_action( 'admin_init', array( __CLASS__, 'look_for_lost' ) );
	}

	/**
	 * A shop may delete waiting jobs, or switch the plugin off and on again.
	 */
	public static function look_for_lost() {
		if ( wp_doing_ajax() || ! current_user_can( Storewire_Admin_Page::CAPABILITY ) ) {
			return;
		}
		$records = array_merge(
			Storewire_Refund_Records::listed( array( 'state' => array( Storewire_Refund_Records::STARTED, Storewire_Refund_Records::ASKED ) ), self::LOOKED_AT ),
			Storewire_Refund_Records::listed( array( 'report' => Storewire_Refund_Records::REPORT_DUE ), self::LOOKED_AT )
		);
		foreach ( $records as $record ) {
			if ( Storewire_Clock::now() - $record->created_at > self::LOST && ! as_has_scheduled_action( self::HOOK, array( $record->action_id ), self::GROUP ) ) {
				self::look_at( $record->action_id, 0 );
			}
		}
	}

	/**
	 * @param string $action_id A refund that begins.
	 */
	public static function begin( $action_id ) {
		self::look_at( $action_id, self::FIRST );
	}

	/**
	 * Reports the outcome of a refund that has ended. Others have nothing to report.
	 *
	 * @param string $action_id The refund.
	 */
	public static function report( $action_id ) {
		if ( null !== self::outcome( Storewire_Refund_Records::get( $action_id ) ) ) {
			Storewire_Refund_Records::set_report( $action_id, Storewire_Refund_Records::REPORT_DUE );
			self::look_at( $action_id, 0 );
		}
	}

	/**
	 * @param string $action_id A refund.
	 */
	public static function run( $action_id ) {
		$record = Storewire_Refund_Records::get( $action_id );
		if ( $record && null === $record->response ) {
			$record = self::recovered( $record );
		}
		if ( $record && Storewire_Refund_Records::REPORT_DUE === $record->report ) {
			self::send( $record );
		}
	}

	private static function look_at( $action_id, $seconds ) {
		if ( did_action( 'action_scheduler_init' ) ) {
			as_schedule_single_action( Storewire_Clock::now() + $seconds, self::HOOK, array( $action_id ), self::GROUP );
		}
	}

	/** @return object|null Null if its process still runs. */
	private static function recovered( $record ) {
		if ( ! Storewire_Refund_Lock::take( $record->order_id, 0 ) ) {
			self::look_at( $record->action_id, self::SHORT );
			return null;
		}
		try {
			$response = Storewire_Refund_Maker::recover( $record );
		} finally {
			Storewire_Refund_Lock::release( $record->order_id );
		}
		if ( null === $response ) {
			self::look_at( $record->action_id, self::SHORT );
			return null;
		}
		// storewire has got no response.
		self::report( $record->action_id );
		return Storewire_Refund_Records::get( $record->action_id );
	}

	/** @return string|null `succeeded` or `failed`; null if there is nothing to report. */
	private static function outcome( $record ) {
		switch ( $record->state ) {
			case Storewire_Refund_Records::MADE:
			case Storewire_Refund_Records::CONFIRMED:
				return 'succeeded';
			case Storewire_Refund_Records::DENIED:
				return 'failed';
		}
		return null;
	}

	private static function send( $record ) {
		if ( ! Storewire_Connection::is_connected() ) {
			self::try_later( $record, __( 'The shop is disconnected from storewire.', 'storewire' ) );
			return;
		}
		$outcome = self::outcome( $record );
		$body    = array( 'status' => $outcome );
		if ( null !== $record->refund_id ) {
			$body['refundId'] = (string) $record->refund_id;
		}
		if ( 'failed' === $outcome ) {
			$body['message'] = __( 'The shop reported that no money was refunded.', 'storewire' );
		}
		$answer = Storewire_Api::call( 'POST', '/actions/' . rawurlencode( $record->action_id ) . '/status', $body );
		if ( $answer->is_ok() ) {
			$shown = isset( $answer->data['status'] ) ? (string) $answer->data['status'] : '';
			Storewire_Refund_Records::set_report( $record->action_id, $outcome === $shown ? Storewire_Refund_Records::REPORT_DONE : Storewire_Refund_Records::REPORT_DIFFERS, $shown );
		} elseif ( 404 === $answer->status ) {
			Storewire_Refund_Records::set_report( $record->action_id, Storewire_Refund_Records::REPORT_UNKNOWN, $answer->message );
		} elseif ( $answer->may_pass() || 401 === $answer->status ) {
			self::try_later( $record, $answer->message );
		} else {
			Storewire_Refund_Records::set_report( $record->action_id, Storewire_Refund_Records::REPORT_GIVEN_UP, $answer->message );
		}
	}

	/** Waits longer the longer storewire is not reached. */
	private static function try_later( $record, $message ) {
		$age = Storewire_Clock::now() - $record->ended_at;
		if ( $age > self::GIVE_UP ) {
			Storewire_Refund_Records::set_report( $record->action_id, Storewire_Refund_Records::REPORT_GIVEN_UP, $message );
			return;
		}
		Storewire_Refund_Records::set_report( $record->action_id, Storewire_Refund_Records::REPORT_DUE, $message );
		self::look_at( $record->action_id, max( self::SHORT, min( self::LONG, intdiv( $age, 2 ) ) ) );
	}
}
