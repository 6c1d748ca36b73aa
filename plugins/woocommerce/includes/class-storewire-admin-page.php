<?php
/**
 * The plugin's page in WordPress.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce, storewire: the code, the state, the import and the chat.
 */
class Storewire_Admin_Page {
	const SLUG = 'storewire';

	/** The name that WordPress gives to the page. */
	const HOOK = 'woocommerce_page_storewire';

	const CAPABILITY = 'manage_woocommerce';

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'admin_menu', array( __CLASS__, 'add_menu' ), 60 );
		add_action( 'admin_enqueue_scripts', array( __CLASS__, 'add_files' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( STOREWIRE_FILE ), array( __CLASS__, 'add_link' ) );
		add_action( 'admin_notices', array( __CLASS__, 'say_stopped' ) );
	}

	/**
	 * @return string The page's address.
	 */
	public static function url() {
		return admin_url( 'admin.php?page=' . self::SLUG );
	}

	/**
	 * Adds the page to the menu of WooCommerce.
	 */
	public static function add_menu() {
		add_submenu_page( 'woocommerce', 'storewire', 'storewire', self::CAPABILITY, self::SLUG, array( __CLASS__, 'show' ) );
	}

	/**
	 * @param string $hook Of the page that is shown.
	 */
	public static function add_files( $hook ) {
		if ( self::HOOK !== $hook ) {
			return;
		}
		wp_enqueue_style( 'storewire', plugins_url( 'assets/settings.css', STOREWIRE_FILE ), array(), STOREWIRE_VERSION );
		wp_enqueue_script( 'storewire', plugins_url( 'assets/settings.js', STOREWIRE_FILE ), array(), STOREWIRE_VERSION, true );
		wp_localize_script(
			'storewire',
			'storewireSettings',
			array(
				'url' => add_query_arg(
					array(
						'action'   => Storewire_Admin_Status::ACTION,
						'_wpnonce' => wp_create_nonce( Storewire_Admin_Status::ACTION ),
					),
					admin_url( 'admin-ajax.php' )
				),
			)
		);
	}

	/**
	 * @param string[] $links Of the plugin in the list of plugins.
	 * @return string[]
	 */
	public static function add_link( $links ) {
		array_unshift( $links, sprintf( '<a href="%s">%s</a>', esc_url( self::url() ), esc_html__( 'Settings', 'storewire' ) ) );
		return $links;
	}

	/**
	 * A shop that nobody looks after would otherwise notice nothing.
	 */
	public static function say_stopped() {
		$screen  = get_current_screen();
		$is_here = null !== $screen && self::HOOK === $screen->id;
		if ( 'stopped' === Storewire_Connection::get( 'state' ) && ! $is_here && current_user_can( self::CAPABILITY ) ) {
			printf(
				'<div class="notice notice-error"><p>%s <a href="%s">%s</a></p></div>',
				esc_html( true === Storewire_Connection::get( 'is_copy' ) ? Storewire_Admin_Status::copied() : __( 'storewire has disconnected this shop: nothing is sent, and the chat is not shown.', 'storewire' ) ),
				esc_url( self::url() ),
				esc_html__( 'Connect again', 'storewire' )
			);
		}
	}

	/**
	 * Prints the page.
	 */
	public static function show() {
		echo '<div class="wrap storewire"><h1>storewire</h1>';
		Storewire_Admin_Actions::show_result();
		$state = Storewire_Connection::get( 'state' );
		echo '<div id="storewire-status" data-state="' . esc_attr( $state ) . '">';
		Storewire_Admin_Status::show();
		echo '</div>';
		if ( 'none' === $state || 'stopped' === $state ) {
			Storewire_Admin_Sections::code();
		} elseif ( 'connected' === $state ) {
			Storewire_Admin_Sections::buttons();
			Storewire_Admin_Sections::history();
			Storewire_Admin_Sections::chat();
		}
		do_action( 'storewire_settings_sections' );
		if ( 'connected' === $state ) {
			Storewire_Admin_Sections::disconnect();
		}
		echo '</div>';
	}
}
