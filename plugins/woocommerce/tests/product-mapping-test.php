<?php
/**
 * Products as storewire takes them.
 *
 * @package Storewire
 */

/**
 * @param array $values Of a product.
 * @return array As storewire takes it.
 */
function mapped_product( array $values ) {
	return Storewire_Product_Mapping::map( Shop::product( 50, $values ) );
}

test(
	'a product without variations is its own variant',
	static function () {
		$product = mapped_product(
			array(
				'name'              => 'Mug &amp; more',
				'description'       => '<p>Made by <b>hand</b>.</p>[gallery ids="1"]<ul><li>Blue</li><li>Red</li></ul>',
				'image_id'          => 9,
				'sku'               => 'MUG',
				'weight'            => '0.4',
				'price'             => '8',
				'regular_price'     => '10',
				'meta'              => array(
					'product_cat' => array( 'Kitchen', 'Gifts' ),
					'product_tag' => array( 'new' ),
				),
			)
		);
		same( array( '50', 'Mug & more', 'product-50', "Made by hand.\nBlue\nRed", 'https://shop.example/picture-9.jpg', 'Kitchen', array( 'new' ), null, 'active', 'EUR' ), array( $product['id'], $product['title'], $product['handle'], $product['description'], $product['imageUrl'], $product['category'], $product['tags'], $product['vendor'], $product['status'], $product['currency'] ) );
		same(
			array(
				array(
					'id'             => '50',
					'sku'            => 'MUG',
					'price'          => 800,
					'compareAtPrice' => 1000,
					'inStock'        => true,
					'allowBackorder' => false,
					'weightGrams'    => 400,
					'imageUrl'       => 'https://shop.example/picture-9.jpg',
				),
			),
			$product['variants']
		);
	}
);

test(
	'the stock of variations is that of the parent where the parent counts it',
	static function () {
		Shop::product(
			51,
			array(
				'manage_stock'   => 'parent',
				'stock_quantity' => null,
				'attributes'     => array( 'pa_color' => 'red' ),
				'price'          => '9',
			)
		);
		Shop::product(
			52,
			array(
				'manage_stock'   => true,
				'stock_quantity' => -2,
				'stock_status'   => 'onbackorder',
				'backorders'     => 'notify',
				'attributes'     => array(
					'pa_color' => 'blue',
					'size'     => '',
				),
			)
		);
		Shop::product( 53, array( 'status' => 'private' ) );
		$variants = mapped_product(
			array(
				'type'           => 'variable',
				'manage_stock'   => true,
				'stock_quantity' => 12,
				'children'       => array( 51, 52, 53, 54 ),
			)
		)['variants'];
		same( 2, count( $variants ) );
		same( array( 12, array( 'Color' => 'Red' ), 'Red', 900 ), array( $variants[0]['stock'], $variants[0]['options'], $variants[0]['title'], $variants[0]['price'] ) );
		same( array( -2, true, true, array( 'Color' => 'Blue' ) ), array( $variants[1]['stock'], $variants[1]['inStock'], $variants[1]['allowBackorder'], $variants[1]['options'] ) );
	}
);

test(
	'a stock that nobody counts is left out, a product without a price has none',
	static function () {
		$variant = mapped_product( array( 'price' => '', 'regular_price' => '', 'stock_status' => 'outofstock' ) )['variants'][0];
		same( array( false, false, false ), array( isset( $variant['stock'] ), isset( $variant['price'] ), $variant['inStock'] ) );
	}
);

test(
	'the price is the one that the shop shows, without what a plugin puts in its place',
	static function () {
		Shop::$shown_tax = 0.19;
		same( 1190, mapped_product( array( 'shown' => array( 'price' => '3' ) ) )['variants'][0]['price'] );
		Shop::$currency = 'JPY';
		same( 1190, mapped_product( array( 'price' => '1000' ) )['variants'][0]['price'] );
	}
);

test(
	'what visitors cannot find is a draft, what is in the trash is archived',
	static function () {
		same( 'draft', mapped_product( array( 'status' => 'private' ) )['status'] );
		same( 'draft', mapped_product( array( 'catalog_visibility' => 'hidden' ) )['status'] );
		same( 'draft', mapped_product( array( 'post_password' => 'secret' ) )['status'] );
		same( 'archived', mapped_product( array( 'status' => 'trash' ) )['status'] );
	}
);

test(
	'a group of products has no variants, a variation is no product',
	static function () {
		same( array(), mapped_product( array( 'type' => 'grouped' ) )['variants'] );
		Shop::product( 51, array( 'type' => 'variation' ) );
		same( null, Storewire_Objects::read( 'products', '51' ) );
	}
);
