<?php
/**
 * What WooCommerce does with refunds, as small as the tests of refunds need it. Orders, refunds and payments can be kept in a file, so that
 * several processes share them.
 *
 * @package Storewire
 */

define( 'HOUR_IN_SECONDS', 3600 );

/**
 * What is stored: in memory, or in a file that one process at a time may change.
 */
class Kept {
	/** @var string|null The file. */
	public static $file = null;

	private static $state = array();

	public static function reset() {
		self::$state = array();
	}

	/**
	 * @param callable $work Gets what is stored, and may change it.
	 * @return mixed What it returns.
	 */
	public static function with( callable $work ) {
		if ( null === self::$file ) {
			return $work( self::$state );
		}
		$file = fopen( self::$file, 'c+' );
		flock( $file, LOCK_EX );
		$text  = stream_get_contents( $file );
		$state = '' === $text ? array() : unserialize( $text );
		try {
			return $work( $state );
		} finally {
			rewind( $file );
			ftruncate( $file, 0 );
			fwrite( $file, serialize( $state ) );
			fclose( $file );
		}
	}
}

/**
 * A shop whose orders can be refunded.
 */
class Refund_Shop {
	/** @var callable What the payment gateway does: `function ( $order_id, $amount )` returns true, false or a WP_Error, or throws. */
	public static $gateway;

	/** @var bool Whether the payment method can refund. */
	public static $can_refund = true;

	/** @var int The shop's setting. */
	public static $decimals = 2;

	public static function reset() {
		Kept::reset();
		self::$can_refund = true;
		self::$decimals   = 2;
		self::$gateway    = static function () {
			return true;
		};
	}

	/**
	 * @param int   $id     The order.
	 * @param array $items  Its items.
	 * @param array $values That differ from those of a paid order.
	 * @return Refundable_Order
	 */
	public static function order( $id, array $items, array $values = array() ) {
		$total = 0;
		foreach ( $items as $item ) {
			$total += (float) $item->get_total() + array_sum( $item->get_taxes()['total'] );
		}
		Shop::$orders[ $id ] = new Refundable_Order(
			$values + array(
				'id'        => $id,
				'type'      => 'shop_order',
				'status'    => 'processing',
				'currency'  => 'EUR',
				'total'     => number_format( $total, self::$decimals, '.', '' ),
				'date_paid' => new WC_DateTime( '2025-11-01T10:00:00Z' ),
				'items'     => $items,
			)
		);
		return Shop::$orders[ $id ];
	}

	/**
	 * @return array[] Payments of the gateway, each with order and amount.
	 */
	public static function payments() {
		return Kept::with(
			static function ( &$state ) {
				return isset( $state['payments'] ) ? $state['payments'] : array();
			}
		);
	}

	public static function pay( $order_id, $amount ) {
		Kept::with(
			static function ( &$state ) use ( $order_id, $amount ) {
				$state['payments'][] = array( $order_id, $amount );
			}
		);
	}

	/**
	 * @return array[] Values of refunds by id.
	 */
	public static function refunds() {
		return Kept::with(
			static function ( &$state ) {
				return isset( $state['refunds'] ) ? $state['refunds'] : array();
			}
		);
	}
}

/**
 * An item of an order, or of a refund.
 */
class Refund_Item extends WC_Data {
	/**
	 * @param int    $id       The item.
	 * @param string $total    Without tax.
	 * @param array  $taxes    By rate.
	 * @param int    $quantity Pieces.
	 * @param string $kind     `line_item`, `fee` or `shipping`.
	 */
	public static function of( $id, $total, array $taxes = array(), $quantity = 1, $kind = 'line_item' ) {
		return new self(
			array(
				'id'       => $id,
				'name'     => "Item $id",
				'quantity' => $quantity,
				'total'    => $total,
				'taxes'    => array( 'total' => $taxes ),
				'kind'     => $kind,
			)
		);
	}
}

class Refundable_Order extends WC_Order {
	/** @var string[] */
	public $notes = array();

	public function get_items( $kinds = 'line_item' ) {
		$found = array();
		foreach ( $this->values['items'] as $item ) {
			if ( in_array( $item->get_kind(), (array) $kinds, true ) ) {
				$found[ $item->get_id() ] = $item;
			}
		}
		return $found;
	}

	public function get_refunds() {
		return Storewire_Refund_Store::refunds( $this->values['id'] );
	}

	public function get_remaining_refund_amount() {
		$refunded = 0;
		foreach ( $this->get_refunds() as $refund ) {
			$refunded += (float) $refund->get_amount();
		}
		return number_format( (float) $this->get_total() - $refunded, Refund_Shop::$decimals, '.', '' );
	}

	public function is_paid() {
		return in_array( $this->values['status'], array( 'processing', 'completed' ), true );
	}

	public function has_status( $status ) {
		return $status === $this->values['status'];
	}

	public function update_status( $status ) {
		$this->values['status'] = $status;
	}

	public function add_order_note( $text ) {
		$this->notes[] = $text;
	}
}

/**
 * A refund of WooCommerce. Only save() stores its values.
 */
class WC_Order_Refund extends WC_Data {
	public function update_meta_data( $name, $value ) {
		$this->values['meta'][ $name ] = $value;
	}

	public function get_items( $kinds ) {
		return array_filter(
			$this->values['items'],
			static function ( $item ) use ( $kinds ) {
				return in_array( $item->get_kind(), $kinds, true );
			}
		);
	}

	public function get_id() {
		return $this->values['id'];
	}

	public function set_amount( $amount ) {
		$this->values['amount'] = $amount;
	}

	public function set_refunded_payment( $is_paid ) {
		$this->values['refunded_payment'] = $is_paid;
	}

	public function save() {
		do_action( 'woocommerce_before_order_refund_object_save', $this );
		Kept::with(
			function ( &$state ) {
				if ( 0 === $this->values['id'] ) {
					$state['last']      = ( isset( $state['last'] ) ? $state['last'] : 9000 ) + 1;
					$this->values['id'] = $state['last'];
				} elseif ( ! isset( $state['refunds'][ $this->values['id'] ] ) ) {
					// Another process has deleted it.
					return;
				}
				$state['refunds'][ $this->values['id'] ] = $this->values;
			}
		);
		return $this->values['id'];
	}

	public function delete() {
		Kept::with(
			function ( &$state ) {
				unset( $state['refunds'][ $this->values['id'] ] );
			}
		);
	}
}

/**
 * As WooCommerce makes a refund: stores it, calls hooks, stores it again, calls the gateway, and marks it as paid.
 */
function wc_create_refund( array $args ) {
	$order  = wc_get_order( $args['order_id'] );
	$refund = new WC_Order_Refund(
		array(
			'id'               => 0,
			'parent_id'        => $args['order_id'],
			'amount'           => $args['amount'],
			'reason'           => $args['reason'],
			'items'            => refund_items( $order, isset( $args['line_items'] ) ? $args['line_items'] : array() ),
			'refunded_payment' => false,
			'meta'             => array(),
			'date_created'     => new WC_DateTime( '@' . Storewire_Clock::now() ),
		)
	);
	try {
		if ( $args['amount'] > $order->get_remaining_refund_amount() ) {
			throw new Exception( 'Invalid refund amount.' );
		}
		$refund->save();
		do_action( 'woocommerce_create_refund', $refund, $args );
		$refund->save();
		if ( ! empty( $args['refund_payment'] ) ) {
			$result = call_user_func( Refund_Shop::$gateway, $args['order_id'], $refund->get_amount() );
			if ( is_wp_error( $result ) || ! $result ) {
				$refund->delete();
				return is_wp_error( $result ) ? $result : new WP_Error( 'error', 'An error occurred while attempting to create the refund.' );
			}
			$refund->set_refunded_payment( true );
			$refund->save();
		}
		if ( '0.00' === $order->get_remaining_refund_amount() ) {
			$order->update_status( 'refunded' );
		}
		do_action( 'woocommerce_refund_created', $refund->get_id(), $args );
		do_action( 'woocommerce_order_refunded', $args['order_id'], $refund->get_id() );
	} catch ( Exception $error ) {
		$refund->delete();
		return new WP_Error( 'error', $error->getMessage() );
	}
	return $refund;
}

function refund_items( $order, array $lines ) {
	$items = array();
	foreach ( $order->get_items( Storewire_Refund_Lines::KINDS ) as $id => $item ) {
		if ( isset( $lines[ $id ] ) ) {
			$items[] = new Refund_Item(
				array(
					'id'       => 0,
					'quantity' => -$lines[ $id ]['qty'],
					'total'    => -$lines[ $id ]['refund_total'],
					'taxes'    => array(
						'total' => array_map(
							static function ( $tax ) {
								return -$tax;
							},
							$lines[ $id ]['refund_tax']
						),
					),
					'kind'     => $item->get_kind(),
					'meta'     => array( '_refunded_item_id' => $id ),
				)
			);
		}
	}
	return $items;
}

function wc_get_orders( array $query ) {
	$found = array();
	if ( 'shop_order_refund' === $query['type'] ) {
		foreach ( Refund_Shop::refunds() as $values ) {
			if ( $values['parent_id'] === $query['parent'] ) {
				$found[] = new WC_Order_Refund( $values );
			}
		}
		return $found;
	}
	foreach ( Shop::$orders as $id => $order ) {
		if ( in_array( $order->get_billing_email(), (array) $query['customer'], true ) || in_array( $order->get_customer_id(), (array) $query['customer'], true ) ) {
			$found[] = $id;
		}
	}
	return array_slice( $found, ( $query['page'] - 1 ) * $query['limit'], $query['limit'] );
}

function wc_get_payment_gateway_by_order() {
	return new Refund_Gateway();
}

class Refund_Gateway {
	public function supports() {
		return Refund_Shop::$can_refund;
	}

	public function can_refund_order() {
		return true;
	}
}

function wc_get_price_decimals() {
	return Refund_Shop::$decimals;
}

function wc_set_time_limit() {}

function wp_get_current_user() {
	return (object) array( 'user_login' => 'ada' );
}

function get_user_by( $field, $value ) {
	foreach ( Stand_In::$users as $user ) {
		if ( $value === $user->user_email ) {
			return $user;
		}
	}
	return false;
}

function wp_doing_ajax() {
	return false;
}

function current_user_can() {
	return true;
}

function wp_date( $format, $time ) {
	return gmdate( $format, $time );
}

function wc_get_logger() {
	return new Refund_Logger();
}

class Refund_Logger {
	/** @var string[] */
	public static $lines = array();

	public function error( $text ) {
		self::$lines[] = $text;
	}
}

/**
 * The names of locks are compared as the real database does; what they lock is in the folder of the kept file.
 */
class Refund_Database extends Stand_In_Database {
	public $charset = 'utf8mb4';

	private static $held = array();

	public function prepare( $sql, ...$values ) {
		return vsprintf( str_replace( '%s', "'%s'", $sql ), $values );
	}

	public function suppress_errors() {
		return false;
	}

	public function get_var( $sql ) {
		if ( null === Kept::$file || 1 !== preg_match( "/(GET|RELEASE)_LOCK\( '(\w+)'(?:, (\d+))?/", $sql, $match ) ) {
			return parent::get_var( $sql );
		}
		if ( 'RELEASE' === $match[1] ) {
			unset( self::$held[ $match[2] ] );
			return '1';
		}
		$file = fopen( Kept::$file . '.' . $match[2], 'c' );
		for ( $end = microtime( true ) + $match[3]; ! flock( $file, LOCK_EX | LOCK_NB ); usleep( 10000 ) ) {
			if ( microtime( true ) > $end ) {
				return '0';
			}
		}
		self::$held[ $match[2] ] = $file;
		return '1';
	}
}
$GLOBALS['wpdb'] = new Refund_Database();

/**
 * A test of refunds: the shop is empty and connected.
 */
function refund_test( $sentence, callable $body ) {
	test(
		$sentence,
		static function () use ( $body ) {
			Refund_Shop::reset();
			Stand_In::connect();
			Storewire_Refund_Guard::register();
			$body();
		}
	);
}

/**
 * @param int   $order_id The order.
 * @param array $more     What differs.
 * @return array `data` of a `refund.create`.
 */
function create_data( $order_id, array $more = array() ) {
	return $more + array(
		'actionId' => 'act_1',
		'orderId'  => (string) $order_id,
		'lines'    => array(),
		'reason'   => 'return: too small',
		'mode'     => 'execute',
		'amount'   => 3000,
		'currency' => 'EUR',
	);
}

/**
 * @return array What the maker answers: status and body.
 */
function create_refund( array $data ) {
	return array_slice( Storewire_Refund_Maker::answer( Storewire_Refund_Request::create( $data ), true ), 0, 2 );
}

/**
 * @return array|string What a preview answers, or the code of its refusal.
 */
function preview( $order_id, array $lines = array(), array $more = array() ) {
	$data = array( 'lines' => array() ) + create_data( $order_id, $more );
	foreach ( $lines as $item_id => $quantity ) {
		$data['lines'][] = array(
			'itemId'   => (string) $item_id,
			'quantity' => $quantity,
		);
	}
	try {
		return Storewire_Refund_Quote::of( Storewire_Refund_Request::preview( $data ) )->amount;
	} catch ( Storewire_Refusal $refusal ) {
		return $refusal->reason;
	}
}
