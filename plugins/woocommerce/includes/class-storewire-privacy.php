<?php
/**
 * Personal data.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Takes part in the tools of WordPress that export and erase what a shop has about a person (Tools, Export and Erase Personal Data).
 */
class Storewire_Privacy {
	/** Orders that one step looks at. WordPress calls the steps one after another. */
	const STEP = 10;

	/** More refunds than the orders of a step have. */
	const MOST = 1000;

	/** How long changes of an erased customer are those of the erasers of WordPress, which come after this one, in seconds. */
	const ERASING_S = 3600;

	public static function register() {
		add_filter( 'wp_privacy_personal_data_exporters', array( __CLASS__, 'add_exporter' ) );
		// Called last and so put first: once WooCommerce has removed the address from its orders, they are no longer found by it.
		add_filter( 'wp_privacy_personal_data_erasers', array( __CLASS__, 'add_eraser' ), PHP_INT_MAX );
	}

	/**
	 * @param array[] $exporters Exporters by name.
	 * @return array[]
	 */
	public static function add_exporter( $exporters ) {
		$exporters['storewire'] = array(
			'exporter_friendly_name' => __( 'Support chats and refunds (storewire)', 'storewire' ),
			'callback'               => array( __CLASS__, 'export' ),
		);
		return $exporters;
	}

	/**
	 * @param array[] $erasers Erasers by name.
	 * @return array[]
	 */
	public static function add_eraser( $erasers ) {
		return array(
			'storewire' => array(
				'eraser_friendly_name' => __( 'Support chats and refunds (storewire)', 'storewire' ),
				'callback'             => array( __CLASS__, 'erase' ),
			),
		) + $erasers;
	}

	/**
	 * @param string $email The person's address.
	 * @param int    $page  Which step, from 1.
	 * @return array As WordPress takes it.
	 */
	public static function export( $email, $page ) {
		$ids  = self::orders( $email, $page );
		$data = array();
		foreach ( ( $ids ? Storewire_Refund_Records::listed( array( 'order_id' => $ids ), self::MOST ) : array() ) as $record ) {
			$data[] = self::item( 'storewire-refunds', __( 'Refunds (storewire)', 'storewire' ), "refund-$record->action_id", self::refund( $record ) );
		}
		$customer = 1 === $page ? self::customer( $email ) : array();
		if ( $customer ) {
			$data[] = self::item( 'storewire', __( 'Customer (storewire)', 'storewire' ), 'storewire-customer', $customer );
		}
		return array(
			'data' => $data,
			'done' => count( $ids ) < self::STEP,
		);
	}

	/**
	 * The customer with all chats first; then the orders, if WooCommerce removes personal data from its own.
	 *
	 * @param string $email The person's address.
	 * @param int    $page  Which step, from 1.
	 * @return array As WordPress takes it.
	 */
	public static function erase( $email, $page ) {
		$ids      = self::orders( $email, $page );
		$result   = array(
			'items_removed'  => Storewire_Refund_Records::erase_words( $ids ) > 0,
			'items_retained' => false,
			'messages'       => array(),
			'done'           => count( $ids ) < self::STEP,
		);
		$user     = get_user_by( 'email', $email );
		$paths    = array();
		if ( 1 === $page && $user ) {
			self::leave_out( $user->ID );
			$paths[] = '/customers/' . $user->ID;
		}
		$removes  = 'yes' === get_option( 'woocommerce_erasure_request_removes_order_data', 'no' );
		foreach ( $removes ? $ids : array() as $id ) {
			$paths = array_merge( $paths, self::paths( $id ) );
		}
		foreach ( $paths as $path ) {
			$result = self::remove( $path, $result );
		}
		if ( ! $removes && $ids ) {
			$result['items_retained'] = true;
			$result['messages'][]     = __( 'Orders stay in storewire, since WooCommerce keeps them, too (WooCommerce, Settings, Accounts and privacy).', 'storewire' );
		}
		$result['messages'] = array_values( array_unique( $result['messages'] ) );
		return $result;
	}

	/**
	 * @param int $user_id Of a user.
	 * @return bool Whether the user is being erased: what changes now must not bring the customer back.
	 */
	public static function is_erased( $user_id ) {
		return false !== get_transient( self::name( $user_id ) );
	}

	/** Also what has changed before and was not sent yet. */
	private static function leave_out( $user_id ) {
		set_transient( self::name( $user_id ), 1, self::ERASING_S );
		foreach ( Storewire_Marks::times( 'customers', array( (string) $user_id ) ) as $marked_at ) {
			Storewire_Marks::done(
				array(
					'kind'      => 'customers',
					'id'        => (string) $user_id,
					'marked_at' => $marked_at,
				)
			);
		}
	}

	private static function name( $user_id ) {
		return "storewire_erased_$user_id";
	}

	private static function remove( $path, array $result ) {
		if ( ! Storewire_Connection::is_connected() ) {
			$result['items_retained'] = true;
			$result['messages'][]     = __( 'The shop is disconnected from storewire. Erase the customer there.', 'storewire' );
			return $result;
		}
		$answer = Storewire_Api::call( 'DELETE', $path );
		if ( $answer->is_ok() ) {
			$result['items_removed'] = true;
		} elseif ( 404 !== $answer->status ) {
			$result['items_retained'] = true;
			/* translators: 1: what could not be erased, such as "/customers/7", 2: an error message */
			$result['messages'][] = sprintf( __( 'storewire could not erase %1$s: %2$s Repeat the request.', 'storewire' ), $path, $answer->message );
		}
		return $result;
	}

	/** @return string[] An order and its parcels. */
	private static function paths( $order_id ) {
		$paths = array( "/orders/$order_id" );
		foreach ( Storewire_Marks::beginning_with( 'shipments', "$order_id-" ) as $id ) {
			$paths[] = '/shipments/' . rawurlencode( $id );
		}
		return $paths;
	}

	/** @return int[] The ids of the person's orders, also of those that were placed as a guest. */
	private static function orders( $email, $page ) {
		$user = get_user_by( 'email', $email );
		return wc_get_orders(
			array(
				'type'     => 'shop_order',
				'customer' => $user ? array( $email, $user->ID ) : $email,
				'limit'    => self::STEP,
				'page'     => $page,
				'orderby'  => 'ID',
				'order'    => 'ASC',
				'return'   => 'ids',
			)
		);
	}

	/** @return string[] What storewire has about the customer, by field. */
	private static function customer( $email ) {
		$user = get_user_by( 'email', $email );
		if ( ! $user || ! Storewire_Connection::is_connected() ) {
			return array();
		}
		$answer = Storewire_Api::call( 'GET', '/customers/' . $user->ID );
		if ( ! $answer->is_ok() ) {
			return array();
		}
		$fields = array();
		foreach ( $answer->data as $name => $value ) {
			$fields[ $name ] = is_string( $value ) ? $value : (string) wp_json_encode( $value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
		}
		return $fields;
	}

	private static function refund( $record ) {
		return array(
			__( 'Order', 'storewire' )  => (string) $record->order_id,
			__( 'Amount', 'storewire' ) => Storewire_Refund_Words::amount( $record ),
			__( 'Reason', 'storewire' ) => Storewire_Refund_Words::why( $record ),
			__( 'State', 'storewire' )  => Storewire_Refund_Words::state( $record ),
			__( 'Time', 'storewire' )   => wp_date( 'c', $record->created_at ),
		);
	}

	private static function item( $group, $label, $id, array $fields ) {
		$data = array();
		foreach ( $fields as $name => $value ) {
			$data[] = compact( 'name', 'value' );
		}
		return array(
			'group_id'    => $group,
			'group_label' => $label,
			'item_id'     => $id,
			'data'        => $data,
		);
	}
}
