<?php
/**
 * Variations of products.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * What can be put into a cart: a variation, or a product without variations.
 */
class Storewire_Variant_Mapping {
	const MOST_OPTIONS = 10;

	/**
	 * @param WC_Product $variant  A variation, or a product without variations.
	 * @param WC_Product $product  Its product.
	 * @param string     $currency ISO 4217 code.
	 * @return array
	 */
	public static function map( $variant, $product, $currency ) {
		$price   = self::price( $variant, $variant->get_price( 'edit' ), $currency );
		$regular = self::price( $variant, $variant->get_regular_price( 'edit' ), $currency );
		$options = self::options( $variant, $product );
		$weight  = $variant->get_weight();
		$weight  = is_numeric( $weight ) ? (int) round( wc_get_weight( (float) $weight, 'g' ) ) : 0;
		return array_filter(
			array(
				'id'             => (string) $variant->get_id(),
				'title'          => Storewire_Values::text( implode( ' / ', $options ) ),
				'sku'            => Storewire_Values::text( $variant->get_sku() ),
				'barcode'        => is_callable( array( $variant, 'get_global_unique_id' ) ) ? Storewire_Values::text( $variant->get_global_unique_id( 'edit' ) ) : null,
				'price'          => $price,
				'compareAtPrice' => null !== $price && $regular > $price ? $regular : null,
				'inStock'        => $variant->is_in_stock(),
				'stock'          => self::stock( $variant, $product ),
				'allowBackorder' => $variant->backorders_allowed(),
				'weightGrams'    => $weight > 0 ? $weight : null,
				'url'            => $variant === $product ? null : Storewire_Values::url( $variant->get_permalink() ),
				'imageUrl'       => Storewire_Values::picture( $variant->get_image_id( 'edit' ) ),
				'options'        => array() === $options ? null : $options,
			),
			static function ( $value ) {
				return null !== $value;
			}
		);
	}

	/**
	 * The price that the shop shows: with or without tax, as it is set up. A price that a plugin puts in its place for some visitors is left out.
	 *
	 * @param WC_Product $variant  A variation, or a product without variations.
	 * @param string     $stored   Decimal, '' for none.
	 * @param string     $currency ISO 4217 code.
	 * @return int|null Minor units.
	 */
	private static function price( $variant, $stored, $currency ) {
		if ( ! is_numeric( $stored ) || (float) $stored < 0 ) {
			return null;
		}
		return Storewire_Money::positive( wc_get_price_to_display( $variant, array( 'price' => $stored ) ), $currency );
	}

	/**
	 * @param WC_Product $variant A variation, or a product without variations.
	 * @param WC_Product $product Its product, which may count the stock of all its variations.
	 * @return int|null Null if nobody counts.
	 */
	private static function stock( $variant, $product ) {
		if ( ! $variant->managing_stock() ) {
			return null;
		}
		$counts = 'parent' === $variant->get_manage_stock() ? $product : $variant;
		return (int) floor( (float) $counts->get_stock_quantity( 'edit' ) );
	}

	/**
	 * @param WC_Product $variant A variation, or a product without variations.
	 * @param WC_Product $product Its product.
	 * @return string[] Values by the names that customers read. A variation for any value has none of it.
	 */
	private static function options( $variant, $product ) {
		if ( $variant === $product ) {
			return array();
		}
		$options = array();
		foreach ( array_slice( $variant->get_attributes( 'edit' ), 0, self::MOST_OPTIONS, true ) as $slug => $value ) {
			$shown = '' === (string) $value ? null : Storewire_Values::title( $variant->get_attribute( $slug ) );
			if ( null !== $shown ) {
				$options[ (string) Storewire_Values::title( wc_attribute_label( $slug, $product ) ) ] = $shown;
			}
		}
		return $options;
	}
}
