<?php
/**
 * The state on the plugin's page.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Prints what is connected, what waits and what is wrong. The page asks for it again every few seconds.
 */
class Storewire_Admin_Status {
	const ACTION = 'storewire_status';

	/** An import without a step in this time has lost its process: Action Scheduler notices that after five minutes, an open page before. */
	const LOST_AFTER_S = 60;

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'wp_ajax_' . self::ACTION, array( __CLASS__, 'answer' ) );
	}

	/**
	 * Answers the page's script.
	 */
	public static function answer() {
		check_ajax_referer( self::ACTION );
		if ( ! current_user_can( Storewire_Admin_Page::CAPABILITY ) ) {
			wp_send_json_error( null, 403 );
		}
		$ended = Storewire_Pairing::poll();
		if ( '' !== $ended ) {
			Storewire_Admin_Actions::keep_result(
				array(
					'type' => 'error',
					'text' => $ended,
				)
			);
		}
		$history = Storewire_History::get();
		if ( Storewire_History::is_running() && Storewire_Clock::now() - $history['stepped_at'] > self::LOST_AFTER_S ) {
			Storewire_History_Runner::run();
		}
		ob_start();
		self::show();
		wp_send_json_success(
			array(
				// The page has other forms in another state.
				'state' => Storewire_Connection::get( 'state' ) . ( Storewire_History::is_running() ? '-importing' : '' ),
				'html'  => ob_get_clean(),
			)
		);
	}

	/**
	 * Prints the state.
	 */
	public static function show() {
		switch ( Storewire_Connection::get( 'state' ) ) {
			case 'waiting':
				self::waiting();
				break;
			case 'connected':
				self::connected();
				break;
			case 'stopped':
				self::stopped();
		}
	}

	/**
	 * A claim that nobody has confirmed.
	 */
	private static function waiting() {
		/* translators: %s: address of storewire */
		$text = sprintf( __( 'Waiting for a click on Connect in storewire (%s).', 'storewire' ), Storewire_Connection::get( 'address' ) );
		printf( '<p class="storewire-state"><span class="spinner is-active"></span> <strong>%s</strong></p>', esc_html( $text ) );
		self::notice( Storewire_Connection::get( 'notice' ) );
		/* translators: %s: host of the shop */
		echo '<p>' . esc_html( sprintf( __( 'Open its page Shop: it shows that %s asks. Press Connect there.', 'storewire' ), (string) wp_parse_url( home_url(), PHP_URL_HOST ) ) ) . '</p>';
		Storewire_Admin_Actions::open_form( 'cancel' );
		Storewire_Admin_Actions::close_form( __( 'Cancel', 'storewire' ), 'secondary' );
	}

	/**
	 * A connection that works, and what does not.
	 */
	private static function connected() {
		/* translators: 1: name of the workspace, 2: address of storewire */
		$text = sprintf( __( 'Connected to "%1$s" at %2$s', 'storewire' ), Storewire_Connection::get( 'workspace_name' ), Storewire_Connection::get( 'address' ) );
		printf( '<p class="storewire-state"><span class="dashicons dashicons-yes-alt"></span> <strong>%s</strong></p>', esc_html( $text ) );
		self::notice( Storewire_Connection::get( 'notice' ) );
		foreach ( Storewire_Problems::all() as $problem ) {
			self::notice( $problem['text'] );
		}
		if ( Storewire_State::has_newer_plugin() ) {
			printf(
				'<div class="notice notice-info inline"><p>%s <a href="%s">%s</a></p></div>',
				/* translators: 1: version of the plugin, 2: newer version */
				esc_html( sprintf( __( 'This plugin is version %1$s, storewire is %2$s. Download the newer plugin and upload it under Plugins, Add New.', 'storewire' ), STOREWIRE_VERSION, Storewire_State::get( 'version' ) ) ),
				esc_url( Storewire_State::get( 'plugin_url' ) ),
				esc_html__( 'Download', 'storewire' )
			);
		}
		self::queue();
		self::history();
	}

	/**
	 * What waits to be sent.
	 */
	private static function queue() {
		$waiting = Storewire_Marks::waiting()['count'];
		$sent_at = (int) Storewire_Queue::get( 'sent_at' );
		$error   = Storewire_Queue::get( 'error' );
		if ( '' !== $error ) {
			/* translators: 1: reason, 2: time span such as "5 mins" */
			self::notice( sprintf( __( '%1$s The next try is in %2$s.', 'storewire' ), $error, human_time_diff( Storewire_Clock::now(), max( Storewire_Clock::now(), (int) Storewire_Queue::get( 'retry_at' ) ) ) ) );
		}
		$parts = array(
			0 === $waiting
				? __( 'Nothing waits to be sent.', 'storewire' )
				/* translators: %d: number */
				: sprintf( _n( '%d changed object waits to be sent.', '%d changed objects wait to be sent.', $waiting, 'storewire' ), $waiting ),
		);
		if ( $sent_at > 0 ) {
			/* translators: %s: time span such as "5 mins" */
			$parts[] = sprintf( __( 'Last sent %s ago.', 'storewire' ), human_time_diff( $sent_at, Storewire_Clock::now() ) );
		}
		echo '<p>' . esc_html( implode( ' ', $parts ) ) . '</p>';
	}

	/**
	 * The import's bar.
	 */
	private static function history() {
		$history = Storewire_History::get();
		if ( 'none' === $history['status'] ) {
			return;
		}
		$percent = (int) floor( 100 * Storewire_History::progress() );
		/* translators: 1: number, 2: number, 3: number */
		$counts = sprintf( __( '%1$d customers, %2$d products, %3$d orders', 'storewire' ), $history['sent']['customers'], $history['sent']['products'], $history['sent']['orders'] );
		if ( Storewire_History::is_running() ) {
			/* translators: 1: percent, 2: counts */
			$text = sprintf( __( 'Importing your history: %1$d %%. Sent so far: %2$s.', 'storewire' ), $percent, $counts );
			printf( '<p><label>%s<br><progress max="100" value="%d"></progress></label></p>', esc_html( $text ), (int) $percent );
			self::notice( $history['error'] );
		} elseif ( 'done' === $history['status'] ) {
			/* translators: %s: counts */
			echo '<p>' . esc_html( sprintf( __( 'Your history is imported: %s.', 'storewire' ), $counts ) ) . '</p>';
		}
		if ( $history['rejected'] > 0 ) {
			/* translators: 1: number, 2: reason */
			self::notice( sprintf( _n( '%1$d object of your history was rejected: %2$s', '%1$d objects of your history were rejected, the last one: %2$s', $history['rejected'], 'storewire' ), $history['rejected'], $history['rejection'] ) );
		}
	}

	/**
	 * A connection that storewire has ended.
	 */
	private static function stopped() {
		self::notice( true === Storewire_Connection::get( 'is_copy' ) ? self::copied() : __( 'storewire has disconnected this shop, or its key was revoked. Nothing is sent and the chat is not shown. What has changed since is sent after you connect again.', 'storewire' ) );
	}

	/**
	 * @return string What is said in a copy of the shop.
	 */
	public static function copied() {
		return __( 'This site is a copy of a connected shop, or its address has changed: nothing is sent, and the chat is not shown. If it needs storewire, connect it with its own code.', 'storewire' );
	}

	/**
	 * @param string $text A sentence, '' for none.
	 */
	private static function notice( $text ) {
		if ( '' !== $text ) {
			printf( '<div class="notice notice-warning inline"><p>%s</p></div>', esc_html( $text ) );
		}
	}
}
