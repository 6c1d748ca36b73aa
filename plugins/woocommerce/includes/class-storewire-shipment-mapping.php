<?php
/**
 * Parcels, which WooCommerce itself does not have.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads what Shipment Tracking and Advanced Shipment Tracking have stored in an order.
 */
class Storewire_Shipment_Mapping {
	/** Both plugins use it. */
	const META_KEY = '_wc_shipment_tracking_items';

	const MOST_PARCELS = 50;

	/**
	 * @param WC_Order $order An order.
	 * @return array[] Without `updatedAt`. Ids begin with the order's.
	 */
	public static function map( $order ) {
		$entries = Storewire_Order_Mapping::is_anonymous( $order ) ? null : $order->get_meta( self::META_KEY );
		$parcels = array();
		foreach ( array_slice( is_array( $entries ) ? array_values( $entries ) : array(), 0, self::MOST_PARCELS ) as $entry ) {
			$number = is_array( $entry ) ? self::read( $entry, 'tracking_number' ) : null;
			if ( null !== $number ) {
				$parcels[] = self::parcel( $order, $entry, $number );
			}
		}
		return array_values( array_column( $parcels, null, 'id' ) );
	}

	/**
	 * @param int|string $order_id Of an order.
	 * @return string What the ids of its parcels begin with.
	 */
	public static function prefix( $order_id ) {
		return $order_id . '-';
	}

	/**
	 * @param WC_Order $order  The parcel's order.
	 * @param array    $entry  Of the plugin.
	 * @param string   $number Of the carrier.
	 * @return array
	 */
	private static function parcel( $order, array $entry, $number ) {
		$id      = self::read( $entry, 'tracking_id' );
		$shipped = isset( $entry['date_shipped'] ) && is_numeric( $entry['date_shipped'] ) ? (int) $entry['date_shipped'] * 1000 : null;
		return array(
			'id'             => self::prefix( $order->get_id() ) . substr( md5( null === $id ? $number : $id ), 0, 16 ),
			'orderId'        => (string) $order->get_id(),
			'status'         => 'in_transit',
			'carrier'        => self::carrier( $entry ),
			'trackingNumber' => $number,
			'trackingUrl'    => self::page( $order, $entry, $number ),
			'shippedAt'      => $shipped > 0 ? $shipped : null,
			'destination'    => Storewire_Addresses::of( $order, 'shipping' ),
			'items'          => self::items( $entry ),
		);
	}

	/**
	 * @param array $entry Of the plugin.
	 * @return string|null
	 */
	private static function carrier( array $entry ) {
		foreach ( array( 'formatted_tracking_provider', 'custom_tracking_provider', 'tracking_provider' ) as $name ) {
			if ( null !== self::read( $entry, $name ) ) {
				return self::read( $entry, $name );
			}
		}
		return null;
	}

	/**
	 * Of the known carriers the plugins store the name alone, and make the address when they show it.
	 *
	 * @param WC_Order $order  The parcel's order.
	 * @param array    $entry  Of the plugin.
	 * @param string   $number Of the carrier.
	 * @return string|null
	 */
	private static function page( $order, array $entry, $number ) {
		foreach ( array( 'custom_tracking_link', 'formatted_tracking_link', 'ast_tracking_link' ) as $name ) {
			$link = self::read( $entry, $name );
			if ( null !== $link ) {
				return Storewire_Values::url( str_replace( '%number%', rawurlencode( $number ), $link ) );
			}
		}
		if ( class_exists( 'WC_Shipment_Tracking_Actions' ) ) {
			$shown = WC_Shipment_Tracking_Actions::get_instance()->get_formatted_tracking_item( $order->get_id(), $entry );
			return Storewire_Values::url( isset( $shown['formatted_tracking_link'] ) ? $shown['formatted_tracking_link'] : '' );
		}
		return null;
	}

	/**
	 * Advanced Shipment Tracking stores which lines a parcel has.
	 *
	 * @param array $entry Of the plugin.
	 * @return array[]|null
	 */
	private static function items( array $entry ) {
		$lines = array();
		foreach ( isset( $entry['products_list'] ) && is_array( $entry['products_list'] ) ? $entry['products_list'] : array() as $product ) {
			$product = (array) $product;
			if ( isset( $product['item_id'], $product['qty'] ) && (int) $product['item_id'] > 0 && (int) $product['qty'] > 0 ) {
				$lines[] = array(
					'itemId'   => (string) (int) $product['item_id'],
					'quantity' => (int) $product['qty'],
				);
			}
		}
		return array() === $lines ? null : $lines;
	}

	/**
	 * @param array  $entry Of the plugin.
	 * @param string $name  Of a value.
	 * @return string|null
	 */
	private static function read( array $entry, $name ) {
		return isset( $entry[ $name ] ) ? Storewire_Values::text( $entry[ $name ] ) : null;
	}
}
