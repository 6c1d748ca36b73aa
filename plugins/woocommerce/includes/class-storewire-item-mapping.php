<?php
/**
 * Lines of orders.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * A line is what was ordered, also if its product was changed or deleted since.
 */
class Storewire_Item_Mapping {
	/**
	 * `unitPrice * quantity - discount` is `total`, exactly: what a division leaves is a discount.
	 *
	 * @param WC_Order              $order    The line's order.
	 * @param WC_Order_Item_Product $item     A line.
	 * @param string                $currency ISO 4217 code.
	 * @return array
	 */
	public static function map( $order, $item, $currency ) {
		$quantity = self::quantity( $item );
		$subtotal = Storewire_Money::positive( $item->get_subtotal( 'edit' ), $currency );
		$total    = Storewire_Money::positive( $item->get_total( 'edit' ), $currency );
		// A price that was raised by hand, above what the line came to.
		$subtotal = max( $subtotal, $total );
		$unit     = intdiv( $subtotal + $quantity - 1, $quantity );
		$product  = $item->get_product();
		$product  = $product instanceof WC_Product ? $product : null;
		return array_filter(
			array(
				'id'               => (string) $item->get_id(),
				'title'            => self::title( $item ),
				'quantity'         => $quantity,
				'unitPrice'        => $unit,
				'productId'        => Storewire_Values::id( $item->get_product_id( 'edit' ) ),
				'variantId'        => Storewire_Values::id( $item->get_variation_id( 'edit' ) ),
				'sku'              => null === $product ? null : Storewire_Values::text( $product->get_sku( 'edit' ) ),
				'variantTitle'     => self::options( $item ),
				'url'              => null === $product || ! $product->is_visible() ? null : Storewire_Values::url( $product->get_permalink( $item ) ),
				'imageUrl'         => null === $product ? null : Storewire_Values::picture( $product->get_image_id() ),
				'total'            => $total,
				'discount'         => $unit * $quantity - $total,
				'tax'              => Storewire_Money::positive( $item->get_total_tax( 'edit' ), $currency ),
				'refundedQuantity' => (int) abs( $order->get_qty_refunded_for_item( $item->get_id() ) ),
			),
			static function ( $value ) {
				return null !== $value;
			}
		);
	}

	/**
	 * A shop that sells by weight has lines of 0.5: storewire counts them as one.
	 *
	 * @param WC_Order_Item $item A line.
	 * @return int
	 */
	public static function quantity( $item ) {
		$quantity = (float) $item->get_quantity( 'edit' );
		return floor( $quantity ) === $quantity && $quantity >= 1 ? (int) $quantity : 1;
	}

	/**
	 * @param WC_Order_Item_Product $item A line.
	 * @return string
	 */
	private static function title( $item ) {
		$title    = Storewire_Values::title( $item->get_name( 'edit' ) );
		$title    = null === $title ? '#' . $item->get_id() : $title;
		$quantity = (float) $item->get_quantity( 'edit' );
		return floor( $quantity ) === $quantity ? $title : $title . ' (' . $quantity . ')';
	}

	/**
	 * @param WC_Order_Item_Product $item A line.
	 * @return string|null Such as `Red / XL`, without what the title says.
	 */
	private static function options( $item ) {
		if ( 0 === (int) $item->get_variation_id( 'edit' ) ) {
			return null;
		}
		$values = array();
		// WooCommerce writes most options into the name of the line.
		$name = self::title( $item );
		foreach ( $item->get_formatted_meta_data( '_', true ) as $meta ) {
			$value = (string) Storewire_Values::title( $meta->display_value );
			if ( '' !== $value && false === strpos( $name, $value ) ) {
				$values[] = $value;
			}
		}
		return Storewire_Values::text( implode( ' / ', $values ) );
	}
}
