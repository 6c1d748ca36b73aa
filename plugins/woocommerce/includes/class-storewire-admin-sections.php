<?php
/**
 * Forms of the plugin's page.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Prints a section each.
 */
class Storewire_Admin_Sections {
	/**
	 * The field for the code.
	 */
	public static function code() {
		echo '<h2>' . esc_html__( 'Connect this shop', 'storewire' ) . '</h2><ol>';
		echo '<li>' . esc_html__( 'Open the page Shop in your storewire, choose WooCommerce, and copy the connection code.', 'storewire' ) . '</li>';
		echo '<li>' . esc_html__( 'Paste it here. It is valid for 30 minutes.', 'storewire' ) . '</li>';
		echo '<li>' . esc_html__( 'Go back to storewire and press Connect.', 'storewire' ) . '</li></ol>';
		Storewire_Admin_Actions::open_form( 'connect' );
		printf(
			'<p><label for="storewire-code">%s</label><br><input type="text" id="storewire-code" name="code" class="large-text code" required autocomplete="off" spellcheck="false" placeholder="https://…#cc_…"></p>',
			esc_html__( 'Connection code', 'storewire' )
		);
		echo '<p class="description">' . esc_html__( 'Then storewire gets customers, products and orders of this shop, and the chat window is shown on its pages. Passwords and payment data are never sent.', 'storewire' ) . '</p>';
		Storewire_Admin_Actions::close_form( __( 'Connect', 'storewire' ), 'primary' );
	}

	/**
	 * Sends and asks at once.
	 */
	public static function buttons() {
		Storewire_Admin_Actions::open_form( 'test' );
		Storewire_Admin_Actions::close_form( __( 'Test the connection and send now', 'storewire' ), 'secondary' );
	}

	/**
	 * The import of the history.
	 */
	public static function history() {
		$history = Storewire_History::get();
		if ( Storewire_History::is_running() ) {
			return;
		}
		echo '<h2>' . esc_html__( 'History', 'storewire' ) . '</h2>';
		echo '<p>' . esc_html__( 'Sends all customers, products and orders that the shop already has. It runs in the background and continues after an interruption. You may start it again at any time: nothing is stored twice.', 'storewire' ) . '</p>';
		if ( 'failed' === $history['status'] && '' !== $history['backfill'] ) {
			Storewire_Admin_Actions::open_form( 'resume' );
			Storewire_Admin_Actions::close_form( __( 'Continue the import', 'storewire' ), 'primary' );
		}
		Storewire_Admin_Actions::open_form( 'import' );
		Storewire_Admin_Actions::close_form( __( 'Import my history', 'storewire' ), 'none' === $history['status'] ? 'primary' : 'secondary' );
	}

	/**
	 * The chat's switch and the pages without it.
	 */
	public static function chat() {
		echo '<h2>' . esc_html__( 'Chat', 'storewire' ) . '</h2>';
		Storewire_Admin_Actions::open_form( 'chat' );
		printf(
			'<p><label><input type="checkbox" name="chat" value="1" %s> %s</label></p>',
			checked( Storewire_Settings::get( 'chat' ), true, false ),
			esc_html__( 'Show the chat window on the pages of the shop', 'storewire' )
		);
		printf(
			'<p><label for="storewire-hidden">%s</label><br><textarea id="storewire-hidden" name="hidden_paths" rows="4" class="large-text code" aria-describedby="storewire-hidden-help" placeholder="/checkout/&#10;/blog/*">%s</textarea></p>',
			esc_html__( 'Pages without the chat, one a line', 'storewire' ),
			esc_textarea( implode( "\n", Storewire_Settings::get( 'hidden_paths' ) ) )
		);
		echo '<p class="description" id="storewire-hidden-help">' . esc_html__( 'The part of the address after the host, such as /checkout/. /blog/* is every page below /blog/. If a plugin caches your pages, empty its cache after a change here.', 'storewire' ) . '</p>';
		Storewire_Admin_Actions::close_form( __( 'Save', 'storewire' ), 'secondary' );
	}

	/**
	 * The end of the connection.
	 */
	public static function disconnect() {
		echo '<h2>' . esc_html__( 'Disconnect', 'storewire' ) . '</h2><p>' . esc_html__( 'Nothing more is sent, the chat is no longer shown, and storewire can no longer ask for refunds. What storewire has got stays there until you erase it.', 'storewire' ) . '</p>';
		Storewire_Admin_Actions::open_form( 'disconnect' );
		Storewire_Admin_Actions::close_form( __( 'Disconnect', 'storewire' ), 'secondary storewire-danger' );
	}
}
