<?php
/**
 * Work in the background.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Jobs of WooCommerce's Action Scheduler.
 */
class Storewire_Jobs {
	const GROUP = 'storewire';

	/** Looks after the connection, and starts what was left. */
	const CHECK = 'storewire_check';

	const CHECK_EVERY_S = 900;

	/**
	 * The actions that this request has planned at once.
	 *
	 * @var bool[] By action.
	 */
	private static $planned = array();

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'admin_init', array( __CLASS__, 'schedule_check' ) );
		add_action( 'storewire_connected', array( __CLASS__, 'schedule_check' ) );
		add_action( 'storewire_disconnected', array( __CLASS__, 'unschedule' ) );
		add_action( 'shutdown', array( __CLASS__, 'start_runner' ), 20 );
	}

	/**
	 * Plans a job that is due at once, if none of its kind waits.
	 *
	 * @param string $hook The job's action.
	 */
	public static function soon( $hook ) {
		if ( isset( self::$planned[ $hook ] ) ) {
			return;
		}
		self::$planned[ $hook ] = true;
		self::later( $hook, 0 );
	}

	/**
	 * Plans a job that is due later, if none of its kind waits. One that runs does not count: it may have read what there was before.
	 *
	 * @param string $hook    The job's action.
	 * @param int    $seconds How much later.
	 */
	public static function later( $hook, $seconds ) {
		if ( ! did_action( 'action_scheduler_init' ) ) {
			return;
		}
		$waiting = as_get_scheduled_actions(
			array(
				'hook'     => $hook,
				'group'    => self::GROUP,
				'status'   => ActionScheduler_Store::STATUS_PENDING,
				'per_page' => 1,
			),
			'ids'
		);
		if ( array() === $waiting ) {
			as_schedule_single_action( Storewire_Clock::now() + $seconds, $hook, array(), self::GROUP );
		}
	}

	/**
	 * Plans a job that is due at once in place of one that waits.
	 *
	 * @param string $hook The job's action.
	 */
	public static function instead( $hook ) {
		as_unschedule_all_actions( $hook, array(), self::GROUP );
		unset( self::$planned[ $hook ] );
		self::soon( $hook );
	}

	/**
	 * Plans the job that repeats.
	 */
	public static function schedule_check() {
		if ( Storewire_Connection::is_connected() && ! as_has_scheduled_action( self::CHECK, array(), self::GROUP ) ) {
			as_schedule_recurring_action( Storewire_Clock::now() + self::CHECK_EVERY_S, self::CHECK_EVERY_S, self::CHECK, array(), self::GROUP, true );
		}
	}

	/**
	 * Ends all jobs.
	 */
	public static function unschedule() {
		if ( function_exists( 'as_unschedule_all_actions' ) ) {
			as_unschedule_all_actions( '', array(), self::GROUP );
		}
	}

	/**
	 * Starts Action Scheduler in a process of its own after a request that has changed something. By itself, it starts with the next visitor,
	 * who may come an hour later in a small shop. The request does not wait for that process.
	 */
	public static function start_runner() {
		if ( array() === self::$planned || ! did_action( 'action_scheduler_init' ) ) {
			return;
		}
		// What was marked after the job had been planned may have come too late for it, and a request may plan before there is a scheduler.
		foreach ( array_keys( self::$planned ) as $hook ) {
			self::later( $hook, 0 );
		}
		self::$planned = array();
		// Processes of Action Scheduler start the next ones themselves.
		if ( ! wp_doing_cron() && ! doing_action( 'action_scheduler_run_queue' ) && ! self::is_runner() ) {
			$runner = new ActionScheduler_AsyncRequest_QueueRunner( ActionScheduler::store() );
			$runner->maybe_dispatch();
		}
	}

	/**
	 * @return bool Whether this request is a process of Action Scheduler.
	 */
	private static function is_runner() {
		// phpcs:ignore WordPress.Security.NonceVerification -- only read to be compared.
		return wp_doing_ajax() && isset( $_REQUEST['action'] ) && 'as_async_request_queue_runner' === $_REQUEST['action'];
	}
}
