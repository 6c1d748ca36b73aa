<?php
/**
 * The objects of the shop.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads objects by kind and id, as storewire takes them.
 */
class Storewire_Objects {
	/** In the order in which they are sent: what orders refer to comes first. */
	const KINDS = array( 'customers', 'products', 'orders', 'shipments' );

	/** A cart at the checkout is no order yet. */
	const DRAFTS = array( 'auto-draft', 'checkout-draft' );

	/** Then an object is left out. Once may be by chance: a process ends with its time, too. */
	const MOST_STOPS = 2;

	/**
	 * What is being read, such as `orders/12`.
	 *
	 * @var string|null
	 */
	private static $reading = null;

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'shutdown', array( __CLASS__, 'note_stop' ) );
	}

	/**
	 * PHP ends while an object is read, such as by its limit of memory: the object would hold up all others for good.
	 */
	public static function note_stop() {
		if ( null !== self::$reading ) {
			Storewire_Queue::note_stop( self::$reading );
			self::$reading = null;
		}
	}

	/**
	 * Forgets what this process has read, so that objects are read as they are now.
	 */
	public static function read_again() {
		wp_cache_flush_runtime();
	}

	/**
	 * @param string $kind One of KINDS.
	 * @param string $id   The object's id.
	 * @return array|null Without `updatedAt`; null if storewire does not get it.
	 * @throws RuntimeException For an object that has stopped PHP; anything that plugins throw.
	 */
	public static function read( $kind, $id ) {
		$name = "$kind/$id";
		if ( Storewire_Queue::stops( $name ) >= self::MOST_STOPS ) {
			// It is tried again after its next change.
			Storewire_Queue::forget_stops( $name );
			throw new RuntimeException( 'PHP was stopped twice.' );
		}
		return self::noted(
			$name,
			static function () use ( $kind, $id ) {
				return self::read_now( $kind, $id );
			}
		);
	}

	/** @return mixed What the work returns. */
	private static function noted( $name, callable $work ) {
		self::$reading = $name;
		try {
			return $work();
		} finally {
			self::$reading = null;
		}
	}

	private static function read_now( $kind, $id ) {
		switch ( $kind ) {
			case 'customers':
				$user = get_userdata( (int) $id );
				return $user && Storewire_Customer_Mapping::is_customer( $user ) ? Storewire_Customer_Mapping::map( new WC_Customer( (int) $id ) ) : null;
			case 'products':
				$product = wc_get_product( (int) $id );
				$is_sent = $product instanceof WC_Product && ! $product->is_type( 'variation' ) && 'auto-draft' !== $product->get_status( 'edit' );
				return $is_sent ? Storewire_Product_Mapping::map( $product ) : null;
			case 'orders':
				$order = self::order( $id );
				return null === $order ? null : Storewire_Order_Mapping::map( $order );
			default:
				return self::shipment( $id );
		}
	}

	/**
	 * @param string $id Of an order.
	 * @return array[] Its parcels, as storewire takes them, without `updatedAt`.
	 */
	public static function shipments_of( $id ) {
		return self::noted(
			"orders/$id",
			static function () use ( $id ) {
				$order = self::order( $id );
				return null === $order ? array() : Storewire_Shipment_Mapping::map( $order );
			}
		);
	}

	/**
	 * @param Throwable $error Of a plugin that keeps an object from being read. It must not keep the others from being sent.
	 * @return string Why the object is left out, for people.
	 */
	public static function unreadable( $error ) {
		Storewire_Refund_Log::error( $error );
		/* translators: %s: an error message */
		return sprintf( __( 'Reading it failed: %s', 'storewire' ), $error->getMessage() );
	}

	/**
	 * When an object was last changed: when it was marked, or what WooCommerce says of one that never was.
	 *
	 * @param string   $kind   One of KINDS.
	 * @param string   $id     The object's id.
	 * @param int|null $marked Milliseconds, if it was marked.
	 * @return int Milliseconds.
	 */
	public static function updated_at( $kind, $id, $marked ) {
		$times = array( (int) $marked, 1 );
		foreach ( self::stored( $kind, (int) $id ) as $object ) {
			$time = $object->get_date_modified( 'edit' );
			$time = $time ? $time : $object->get_date_created( 'edit' );
			// A date in the future would make all later changes look old.
			$times[] = min( (int) Storewire_Values::time( $time ), Storewire_Clock::now_ms() );
		}
		return max( $times );
	}

	/** @return WC_Data[] A product with its variations: WooCommerce leaves the date of the product as it is when their stock changes. */
	private static function stored( $kind, $id ) {
		if ( 'customers' === $kind ) {
			return array( new WC_Customer( $id ) );
		}
		if ( 'products' !== $kind ) {
			return array_filter( array( wc_get_order( $id ) ) );
		}
		$product = wc_get_product( $id );
		return $product ? array_filter( array_merge( array( $product ), array_map( 'wc_get_product', Storewire_Product_Mapping::variations( $product ) ) ) ) : array();
	}

	/**
	 * @param string $id Of an order.
	 * @return WC_Order|null
	 */
	private static function order( $id ) {
		$order = wc_get_order( (int) $id );
		// Refunds, subscriptions and quotes are stored like orders.
		$is_sent = $order instanceof WC_Order && 'shop_order' === $order->get_type() && ! in_array( $order->get_status( 'edit' ), self::DRAFTS, true );
		return $is_sent ? $order : null;
	}

	/**
	 * @param string $id Of a parcel, which begins with its order's.
	 * @return array|null
	 */
	private static function shipment( $id ) {
		foreach ( self::shipments_of( strstr( $id, '-', true ) ) as $shipment ) {
			if ( $shipment['id'] === $id ) {
				return $shipment;
			}
		}
		return null;
	}
}
