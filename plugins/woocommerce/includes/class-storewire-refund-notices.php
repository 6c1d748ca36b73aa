<?php
/**
 * Notices about refunds in WordPress.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Shows the shop's people which refunds need them, and takes their decisions.
 */
class Storewire_Refund_Notices {
	const ACTION = 'storewire_refund_decision';

	/** How many refunds the section of the settings page lists. */
	const LISTED = 50;

	public static function register() {
		add_action( 'admin_notices', array( __CLASS__, 'notice' ) );
		add_action( 'admin_post_' . self::ACTION, array( __CLASS__, 'decide' ) );
		add_action( 'storewire_settings_sections', array( __CLASS__, 'section' ) );
		add_filter( 'storewire_problems', array( __CLASS__, 'problem' ) );
	}

	/**
	 * One line on each page of WordPress, for people who may refund.
	 */
	public static function notice() {
		$screen = get_current_screen();
		// The plugin's own page has the refunds themselves.
		if ( ! current_user_can( Storewire_Admin_Page::CAPABILITY ) || ( $screen && 'woocommerce_page_' . Storewire_Admin_Page::SLUG === $screen->id ) ) {
			return;
		}
		$count = self::count();
		if ( 0 === $count ) {
			return;
		}
		/* translators: %d: how many refunds */
		$text = sprintf( _n( '%d refund of storewire needs your attention.', '%d refunds of storewire need your attention.', $count, 'storewire' ), $count );
		printf(
			'<div class="notice notice-warning"><p><strong>%s</strong> <a href="%s">%s</a></p></div>',
			esc_html( $text ),
			esc_url( Storewire_Admin_Page::url() . '#storewire-refunds' ),
			esc_html__( 'Show refunds', 'storewire' )
		);
	}

	/**
	 * @param array[] $problems Problems of the plugin, each with `code` and `text`.
	 * @return array[]
	 */
	public static function problem( $problems ) {
		if ( self::count() > 0 ) {
			$problems[] = array(
				'code' => 'refund_undecided',
				'text' => __( 'A refund needs your attention: see Refunds on this page.', 'storewire' ),
			);
		}
		return $problems;
	}

	/**
	 * The section "Refunds" of the settings page.
	 */
	public static function section() {
		echo '<h2 id="storewire-refunds">' . esc_html__( 'Refunds', 'storewire' ) . '</h2>';
		$records = array_merge(
			Storewire_Refund_Records::listed( array( 'state' => Storewire_Refund_Records::WAITING ), self::LISTED ),
			Storewire_Refund_Records::listed( array( 'report' => Storewire_Refund_Records::REPORT_PROBLEMS ), self::LISTED )
		);
		if ( ! $records ) {
			echo '<p>' . esc_html__( 'No refund waits for your decision.', 'storewire' ) . '</p>';
		}
		foreach ( $records as $record ) {
			self::show( $record );
		}
		Storewire_Refund_Test::form();
	}

	/**
	 * Takes a decision, or the end of a notice.
	 */
	public static function decide() {
		$action_id = isset( $_POST['action_id'] ) ? sanitize_text_field( wp_unslash( $_POST['action_id'] ) ) : '';
		check_admin_referer( self::ACTION . $action_id );
		if ( ! current_user_can( Storewire_Admin_Page::CAPABILITY ) ) {
			wp_die( esc_html__( 'You may not manage this shop.', 'storewire' ), '', array( 'response' => 403 ) );
		}
		$decision = isset( $_POST['decision'] ) ? sanitize_key( $_POST['decision'] ) : '';
		if ( 'refunded' === $decision || 'not_refunded' === $decision ) {
			Storewire_Admin_Actions::keep_result(
				array(
					'type' => 'info',
					'text' => Storewire_Refund_Decisions::decide( $action_id, 'refunded' === $decision ),
				)
			);
		} elseif ( 'seen' === $decision ) {
			Storewire_Refund_Records::set_report( $action_id, Storewire_Refund_Records::REPORT_NONE );
		}
		wp_safe_redirect( Storewire_Admin_Page::url() );
		exit;
	}

	private static function count() {
		return Storewire_Refund_Table::count( array( 'state' => Storewire_Refund_Records::WAITING ) ) + Storewire_Refund_Table::count( array( 'report' => Storewire_Refund_Records::REPORT_PROBLEMS ) );
	}

	private static function show( $record ) {
		$order = wc_get_order( $record->order_id );
		/* translators: 1: an amount with its currency, 2: the number of an order */
		$title = sprintf( __( '%1$s of order #%2$s', 'storewire' ), Storewire_Refund_Words::amount( $record ), $order ? $order->get_order_number() : $record->order_id );
		echo '<div class="card"><h3>';
		if ( $order ) {
			printf( '<a href="%s">%s</a>', esc_url( $order->get_edit_order_url() ), esc_html( $title ) );
		} else {
			echo esc_html( $title );
		}
		echo '</h3>';
		foreach ( self::sentences( $record ) as $sentence ) {
			echo '<p>' . esc_html( $sentence ) . '</p>';
		}
		printf( '<form method="post" action="%s">', esc_url( admin_url( 'admin-post.php' ) ) );
		wp_nonce_field( self::ACTION . $record->action_id );
		printf( '<input type="hidden" name="action" value="%s"><input type="hidden" name="action_id" value="%s"><p>', esc_attr( self::ACTION ), esc_attr( $record->action_id ) );
		foreach ( self::buttons( $record ) as $decision => $label ) {
			printf( '<button class="button" name="decision" value="%s">%s</button> ', esc_attr( $decision ), esc_html( $label ) );
		}
		echo '</p></form></div>';
	}

	/** @return string[] What happened, and what to do. */
	private static function sentences( $record ) {
		/* translators: 1: the reason of a refund, 2: its date, 3: its id in storewire */
		$sentences = array( sprintf( __( 'Reason: %1$s (%2$s, %3$s)', 'storewire' ), Storewire_Refund_Words::why( $record ), wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $record->created_at ), $record->action_id ) );
		if ( in_array( $record->report, Storewire_Refund_Records::REPORT_PROBLEMS, true ) ) {
			$sentences[] = self::report_sentence( $record );
		} elseif ( Storewire_Refund_Records::REQUESTED === $record->state ) {
			$sentences[] = __( 'storewire asks you to make this refund. Make it on the page of the order, then press "The money was refunded". Press "No money was refunded" if you refuse it.', 'storewire' );
		} else {
			/* translators: %s: an error message */
			$sentences[] = sprintf( __( 'It is not certain whether the money was refunded: %s', 'storewire' ), (string) $record->problem );
			$sentences[] = __( 'Look the payment up at your payment provider before you decide. Do not refund again before that.', 'storewire' );
		}
		return $sentences;
	}

	private static function report_sentence( $record ) {
		/* translators: %s: what became of a refund, such as "made" */
		$ours = sprintf( __( 'In WooCommerce the refund is: %s.', 'storewire' ), Storewire_Refund_Words::state( $record ) );
		switch ( $record->report ) {
			case Storewire_Refund_Records::REPORT_DIFFERS:
				/* translators: %s: a status of storewire, such as "failed" */
				return $ours . ' ' . sprintf( __( 'storewire shows it as "%s" and has kept your report. Let your agents look at it before they refund again.', 'storewire' ), $record->report_message );
			case Storewire_Refund_Records::REPORT_UNKNOWN:
				return $ours . ' ' . __( 'The connected storewire does not have this refund.', 'storewire' );
		}
		/* translators: %s: an error message */
		return $ours . ' ' . sprintf( __( 'It could not be reported to storewire: %s Let your agents settle the refund there.', 'storewire' ), $record->report_message );
	}

	private static function buttons( $record ) {
		if ( in_array( $record->report, Storewire_Refund_Records::REPORT_PROBLEMS, true ) ) {
			return array( 'seen' => __( 'Do not show again', 'storewire' ) );
		}
		return array(
			'refunded'     => __( 'The money was refunded', 'storewire' ),
			'not_refunded' => __( 'No money was refunded', 'storewire' ),
		);
	}
}
