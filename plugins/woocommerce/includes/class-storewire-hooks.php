<?php
/**
 * What WooCommerce reports of changes.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Marks the changed objects. Nothing is read or sent here: a customer's page does not wait for storewire.
 */
class Storewire_Hooks {
	/** Orders in their own tables and in posts report the same. */
	const ORDER_ACTIONS = array( 'woocommerce_new_order', 'woocommerce_update_order', 'woocommerce_trash_order', 'woocommerce_untrash_order' );

	const PRODUCT_ACTIONS = array( 'woocommerce_new_product', 'woocommerce_update_product', 'woocommerce_product_set_stock_status' );

	const VARIATION_ACTIONS = array( 'woocommerce_new_product_variation', 'woocommerce_update_product_variation', 'woocommerce_variation_set_stock_status' );

	const CUSTOMER_ACTIONS = array( 'woocommerce_new_customer', 'woocommerce_update_customer', 'woocommerce_created_customer', 'woocommerce_customer_save_address', 'user_register', 'profile_update' );

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		foreach ( self::ORDER_ACTIONS as $action ) {
			add_action( $action, array( __CLASS__, 'order' ) );
		}
		add_action( 'woocommerce_order_refunded', array( __CLASS__, 'order' ) );
		add_action( 'woocommerce_refund_deleted', array( __CLASS__, 'refund_deleted' ), 10, 2 );
		add_action( 'woocommerce_before_delete_order', array( __CLASS__, 'order_deleted' ), 10, 2 );
		foreach ( self::PRODUCT_ACTIONS as $action ) {
			add_action( $action, array( __CLASS__, 'product' ) );
		}
		foreach ( self::VARIATION_ACTIONS as $action ) {
			add_action( $action, array( __CLASS__, 'product' ) );
		}
		add_action( 'woocommerce_product_set_stock', array( __CLASS__, 'product_object' ) );
		add_action( 'woocommerce_variation_set_stock', array( __CLASS__, 'product_object' ) );
		foreach ( self::CUSTOMER_ACTIONS as $action ) {
			add_action( $action, array( __CLASS__, 'customer' ) );
		}
		add_action( 'deleted_user', array( __CLASS__, 'customer_deleted' ) );
		// A network of sites reports the user as deleted on one of them only.
		add_action( 'remove_user_from_blog', array( __CLASS__, 'customer_deleted' ) );
		foreach ( array( 'trashed_post', 'untrashed_post' ) as $action ) {
			add_action( $action, array( __CLASS__, 'post' ) );
		}
		add_action( 'before_delete_post', array( __CLASS__, 'variation_deleted' ) );
		add_action( 'deleted_post', array( __CLASS__, 'post_deleted' ), 10, 2 );
		foreach ( array( 'added_post_meta', 'updated_post_meta', 'deleted_post_meta' ) as $action ) {
			add_action( $action, array( __CLASS__, 'post_meta' ), 10, 3 );
		}
	}

	/**
	 * @param int $id Of an order, or of something else that WooCommerce stores as one.
	 */
	public static function order( $id ) {
		self::mark( 'orders', $id );
	}

	/**
	 * @param int $refund_id Of a refund.
	 * @param int $order_id  Of its order.
	 */
	public static function refund_deleted( $refund_id, $order_id ) {
		unset( $refund_id );
		self::mark( 'orders', $order_id );
	}

	/**
	 * @param int      $id    Of an order.
	 * @param WC_Order $order The order.
	 */
	public static function order_deleted( $id, $order ) {
		if ( $order instanceof WC_Abstract_Order && 'shop_order' === $order->get_type() ) {
			self::gone( 'orders', $id );
		}
	}

	/**
	 * @param int $id Of a product or a variation.
	 */
	public static function product( $id ) {
		$parent = (int) wp_get_post_parent_id( $id );
		self::mark( 'products', 'product_variation' === get_post_type( $id ) && $parent > 0 ? $parent : $id );
	}

	/**
	 * @param WC_Product $product A product or a variation.
	 */
	public static function product_object( $product ) {
		self::product( $product->get_id() );
	}

	/**
	 * @param int $id Of a user.
	 */
	public static function customer( $id ) {
		if ( Storewire_Privacy::is_erased( $id ) ) {
			return;
		}
		self::mark( 'customers', $id );
	}

	/**
	 * @param int $id Of a user.
	 */
	public static function customer_deleted( $id ) {
		self::gone( 'customers', $id );
	}

	/**
	 * @param int $id Of a post that was put into the trash, or taken out.
	 */
	public static function post( $id ) {
		$type = get_post_type( $id );
		if ( 'shop_order' === $type ) {
			self::mark( 'orders', $id );
		} elseif ( 'product' === $type || 'product_variation' === $type ) {
			self::product( $id );
		}
	}

	/**
	 * @param int $id Of a post that will be deleted: its product is known until then.
	 */
	public static function variation_deleted( $id ) {
		if ( 'product_variation' === get_post_type( $id ) ) {
			self::product( $id );
		}
	}

	/**
	 * A product's variations are deleted before it, and mark it as changed.
	 *
	 * @param int     $id   Of a post that was deleted.
	 * @param WP_Post $post The post.
	 */
	public static function post_deleted( $id, $post ) {
		if ( 'product' === $post->post_type ) {
			self::gone( 'products', $id );
		} elseif ( 'shop_order' === $post->post_type ) {
			self::gone( 'orders', $id );
		}
	}

	/**
	 * Plugins for tracking numbers write them into orders in posts without saving the order.
	 *
	 * @param int    $meta_id Of the entry.
	 * @param int    $id      Of the post.
	 * @param string $key     Of the entry.
	 */
	public static function post_meta( $meta_id, $id, $key ) {
		unset( $meta_id );
		if ( Storewire_Shipment_Mapping::META_KEY === $key && 'shop_order' === get_post_type( $id ) ) {
			self::mark( 'orders', $id );
		}
	}

	/**
	 * @param string     $kind Such as `orders`.
	 * @param int|string $id   Of the object.
	 */
	private static function mark( $kind, $id ) {
		if ( Storewire_Connection::keeps_marks() && (int) $id > 0 ) {
			Storewire_Marks::mark( $kind, (string) $id );
			self::plan();
		}
	}

	/**
	 * Only what storewire may have is erased there.
	 *
	 * @param string     $kind Such as `orders`.
	 * @param int|string $id   Of the object.
	 */
	private static function gone( $kind, $id ) {
		if ( Storewire_Connection::keeps_marks() ) {
			Storewire_Marks::gone( $kind, (string) $id );
			self::plan();
		}
	}

	/**
	 * Plans the sending.
	 */
	private static function plan() {
		if ( Storewire_Connection::is_connected() ) {
			Storewire_Jobs::soon( Storewire_Sender::HOOK );
		}
	}
}
