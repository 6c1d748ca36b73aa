<?php
/**
 * Products of WooCommerce as storewire takes them.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * A product with its variations. One without variations is its own single variant.
 */
class Storewire_Product_Mapping {
	/** Storewire takes no more variants of a product. */
	const MOST_VARIANTS = 2000;

	const MOST_TAGS = 250;

	/**
	 * @param WC_Product $product A product, not a variation.
	 * @return array Without `updatedAt`.
	 */
	public static function map( $product ) {
		$currency    = get_woocommerce_currency();
		$description = Storewire_Values::plain( $product->get_description( 'edit' ) );
		$short       = Storewire_Values::plain( $product->get_short_description( 'edit' ) );
		return array(
			'id'          => (string) $product->get_id(),
			'title'       => Storewire_Values::title( $product->get_name( 'edit' ) ),
			'handle'      => Storewire_Values::text( $product->get_slug( 'edit' ) ),
			'description' => null === $description ? $short : $description,
			'url'         => Storewire_Values::url( $product->get_permalink() ),
			'imageUrl'    => Storewire_Values::picture( $product->get_image_id( 'edit' ) ),
			'vendor'      => self::first_term( $product, 'product_brand' ),
			'category'    => self::first_term( $product, 'product_cat' ),
			'status'      => self::status( $product ),
			'tags'        => array_slice( self::terms( $product, 'product_tag' ), 0, self::MOST_TAGS ),
			'currency'    => $currency,
			'variants'    => self::variants( $product, $currency ),
		);
	}

	/**
	 * What visitors cannot find in the shop is a draft: the assistant suggests no drafts.
	 *
	 * @param WC_Product $product A product.
	 * @return string
	 */
	private static function status( $product ) {
		$status = $product->get_status( 'edit' );
		if ( 'trash' === $status ) {
			return 'archived';
		}
		$is_shown = 'publish' === $status && 'hidden' !== $product->get_catalog_visibility( 'edit' ) && '' === $product->get_post_password( 'edit' );
		return $is_shown ? 'active' : 'draft';
	}

	/**
	 * @param WC_Product $product  A product.
	 * @param string     $currency ISO 4217 code.
	 * @return array[]
	 */
	private static function variants( $product, $currency ) {
		if ( $product->is_type( 'grouped' ) ) {
			return array();
		}
		if ( ! self::is_variable( $product ) ) {
			return array( Storewire_Variant_Mapping::map( $product, $product, $currency ) );
		}
		$variants = array();
		foreach ( self::variations( $product ) as $id ) {
			$variation = wc_get_product( $id );
			if ( $variation instanceof WC_Product && 'publish' === $variation->get_status( 'edit' ) ) {
				$variants[] = Storewire_Variant_Mapping::map( $variation, $product, $currency );
			}
		}
		return $variants;
	}

	/**
	 * @param WC_Product $product A product.
	 * @return int[] The ids of its variations, as many as storewire takes.
	 */
	public static function variations( $product ) {
		return self::is_variable( $product ) ? array_slice( $product->get_children(), 0, self::MOST_VARIANTS ) : array();
	}

	private static function is_variable( $product ) {
		return $product->is_type( array( 'variable', 'variable-subscription' ) );
	}

	/**
	 * @param WC_Product $product  A product.
	 * @param string     $taxonomy Such as `product_cat`.
	 * @return string|null
	 */
	private static function first_term( $product, $taxonomy ) {
		$names = self::terms( $product, $taxonomy );
		return array() === $names ? null : $names[0];
	}

	/**
	 * @param WC_Product $product  A product.
	 * @param string     $taxonomy Such as `product_cat`.
	 * @return string[]
	 */
	private static function terms( $product, $taxonomy ) {
		$terms = taxonomy_exists( $taxonomy ) ? get_the_terms( $product->get_id(), $taxonomy ) : false;
		$names = is_array( $terms ) ? array_map( array( 'Storewire_Values', 'title' ), wp_list_pluck( $terms, 'name' ) ) : array();
		return array_values( array_filter( $names ) );
	}
}
