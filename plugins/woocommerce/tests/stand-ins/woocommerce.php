<?php
/**
 * The classes and functions of WooCommerce that the plugin reads, as small as its tests need them.
 *
 * @package Storewire
 */

define( 'WC_VERSION', '11.0.1' );

/**
 * The shop of a test.
 */
class Shop {
	/** @var WC_Order[] By id. */
	public static $orders = array();

	/** @var WC_Product[] By id. */
	public static $products = array();

	/** @var array[] Values of customers, by id. */
	public static $customers = array();

	/** @var string Of the shop. */
	public static $currency = 'EUR';

	/** @var float What the shown prices have more than the stored ones: 0.19 for a shop that shows them with tax. */
	public static $shown_tax = 0.0;

	/** @var string Between whole and fraction. */
	public static $decimal_point = '.';

	/**
	 * As it is before a test.
	 */
	public static function reset() {
		self::$orders        = array();
		self::$products      = array();
		self::$customers     = array();
		self::$currency      = 'EUR';
		self::$shown_tax     = 0.0;
		self::$decimal_point = '.';
	}

	/**
	 * @param int   $id     Of an order.
	 * @param array $values That differ from those of an order of a guest who has paid nothing.
	 * @return WC_Order
	 */
	public static function order( $id, array $values = array() ) {
		self::$orders[ $id ] = new WC_Order(
			$values + array(
				'id'                   => $id,
				'type'                 => 'shop_order',
				'order_number'         => (string) $id,
				'status'               => 'processing',
				'currency'             => 'EUR',
				'customer_id'          => 0,
				'total'                => '0',
				'subtotal'             => 0.0,
				'discount_total'       => '0',
				'shipping_total'       => '0',
				'total_tax'            => '0',
				'total_refunded'       => 0.0,
				'date_created'         => new WC_DateTime( '2025-11-01T10:00:00Z' ),
				'date_modified'        => new WC_DateTime( '2025-11-02T10:00:00Z' ),
				'coupon_codes'         => array(),
				'shipping_method'      => '',
				'payment_method_title' => '',
				'items'                => array(),
				'meta'                 => array(),
			)
		);
		return self::$orders[ $id ];
	}

	/**
	 * @param int   $id     Of a product.
	 * @param array $values That differ from those of a simple product.
	 * @return WC_Product
	 */
	public static function product( $id, array $values = array() ) {
		self::$products[ $id ] = new WC_Product(
			$values + array(
				'id'                 => $id,
				'type'               => 'simple',
				'name'               => "Product $id",
				'slug'               => "product-$id",
				'status'             => 'publish',
				'catalog_visibility' => 'visible',
				'post_password'      => '',
				'permalink'          => "https://shop.example/product/product-$id/",
				'price'              => '10',
				'regular_price'      => '10',
				'manage_stock'       => false,
				'stock_quantity'     => null,
				'stock_status'       => 'instock',
				'backorders'         => 'no',
				'children'           => array(),
				'attributes'         => array(),
				'date_modified'      => new WC_DateTime( '2025-10-01T10:00:00Z' ),
			)
		);
		return self::$products[ $id ];
	}

	/**
	 * @param int   $id     Of a line.
	 * @param array $values That differ from those of one piece of nothing.
	 * @return WC_Order_Item_Product
	 */
	public static function line( $id, array $values = array() ) {
		return new WC_Order_Item_Product(
			$values + array(
				'id'           => $id,
				'name'         => "Line $id",
				'quantity'     => 1,
				'subtotal'     => '0',
				'total'        => '0',
				'total_tax'    => '0',
				'product_id'   => 0,
				'variation_id' => 0,
			)
		);
	}
}

class WC_DateTime extends DateTime {}

/**
 * What has getters for its values. A value in `shown` is what a plugin puts in its place unless it is asked for what is stored.
 */
class WC_Data {
	protected $values;

	public function __construct( array $values ) {
		$this->values = $values;
	}

	public function __call( $method, $arguments ) {
		$name = substr( $method, strlen( 'get_' ) );
		if ( isset( $this->values['shown'][ $name ] ) && ( ! isset( $arguments[0] ) || 'edit' !== $arguments[0] ) ) {
			return $this->values['shown'][ $name ];
		}
		return isset( $this->values[ $name ] ) ? $this->values[ $name ] : '';
	}

	public function get_meta( $name ) {
		return isset( $this->values['meta'][ $name ] ) ? $this->values['meta'][ $name ] : '';
	}
}

class WC_Abstract_Order extends WC_Data {}

class WC_Order extends WC_Abstract_Order {
	public function get_date_paid() {
		return isset( $this->values['date_paid'] ) ? $this->values['date_paid'] : null;
	}

	public function get_items() {
		return $this->values['items'];
	}

	public function get_qty_refunded_for_item( $id ) {
		return isset( $this->values['refunded_quantities'][ $id ] ) ? -$this->values['refunded_quantities'][ $id ] : 0;
	}

	public function get_view_order_url() {
		return "https://shop.example/my-account/view-order/{$this->values['id']}/";
	}
}

class WC_Order_Item_Product extends WC_Data {
	public function get_product() {
		$id = $this->values['variation_id'] > 0 ? $this->values['variation_id'] : $this->values['product_id'];
		return isset( Shop::$products[ $id ] ) ? Shop::$products[ $id ] : false;
	}

	public function get_formatted_meta_data() {
		$shown = array();
		foreach ( isset( $this->values['options'] ) ? $this->values['options'] : array() as $value ) {
			$shown[] = (object) array( 'display_value' => "<p>$value</p>" );
		}
		return $shown;
	}
}

class WC_Product extends WC_Data {
	public function is_type( $types ) {
		return in_array( $this->values['type'], (array) $types, true );
	}

	public function is_visible() {
		return 'publish' === $this->values['status'];
	}

	public function is_in_stock() {
		return 'outofstock' !== $this->values['stock_status'];
	}

	public function managing_stock() {
		return false !== $this->values['manage_stock'];
	}

	public function backorders_allowed() {
		return 'no' !== $this->values['backorders'];
	}

	public function get_attribute( $slug ) {
		return ucfirst( $this->values['attributes'][ $slug ] );
	}
}

class WC_Customer extends WC_Data {
	public function __construct( $id ) {
		parent::__construct( array( 'id' => $id ) + ( isset( Shop::$customers[ $id ] ) ? Shop::$customers[ $id ] : array() ) );
	}

	public function get_date_created() {
		return isset( $this->values['date_created'] ) ? $this->values['date_created'] : null;
	}

	public function get_date_modified() {
		return isset( $this->values['date_modified'] ) ? $this->values['date_modified'] : null;
	}
}

function wc_get_order( $id ) {
	return isset( Shop::$orders[ $id ] ) ? Shop::$orders[ $id ] : false;
}

function wc_get_product( $id ) {
	return isset( Shop::$products[ $id ] ) ? Shop::$products[ $id ] : false;
}

function wc_get_customer_order_count( $id ) {
	$count = 0;
	foreach ( Shop::$orders as $order ) {
		$count += (int) ( $order->get_customer_id( 'edit' ) === $id );
	}
	return $count;
}

function get_woocommerce_currency() {
	return Shop::$currency;
}

function wc_get_price_to_display( $product, $args ) {
	unset( $product );
	return $args['price'] * ( 1 + Shop::$shown_tax );
}

function wc_get_weight( $weight, $unit ) {
	return 'g' === $unit ? $weight * 1000 : $weight;
}

function wc_attribute_label( $slug ) {
	return ucfirst( str_replace( 'pa_', '', $slug ) );
}

function taxonomy_exists( $name ) {
	return 'product_brand' !== $name;
}

function get_the_terms( $id, $taxonomy ) {
	$names = Shop::$products[ $id ]->get_meta( $taxonomy );
	return '' === $names ? false : array_map(
		static function ( $name ) {
			return (object) array( 'name' => $name );
		},
		$names
	);
}

function wc_format_decimal( $number, $digits ) {
	$text = is_float( $number ) || is_int( $number ) ? $number : str_replace( Shop::$decimal_point, '.', (string) $number );
	return '' === $text ? '' : number_format( (float) $text, $digits, '.', '' );
}
