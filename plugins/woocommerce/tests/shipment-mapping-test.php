<?php
/**
 * Parcels of plugins for tracking numbers.
 *
 * @package Storewire
 */

/**
 * @param mixed $entries What a plugin has stored.
 * @return array[] As storewire takes it.
 */
function mapped_shipments( $entries ) {
	return Storewire_Shipment_Mapping::map(
		Shop::order(
			7,
			array(
				'meta'              => array( Storewire_Shipment_Mapping::META_KEY => $entries ),
				'shipping_city'     => 'Paris',
				'shipping_country'  => 'FR',
			)
		)
	);
}

test(
	'an order without parcels, or with something else in their place, has none',
	static function () {
		same( array(), mapped_shipments( '' ) );
		same( array(), mapped_shipments( 'text' ) );
		same( array(), mapped_shipments( array( 'text', array( 'tracking_number' => '' ) ) ) );
	}
);

test(
	'an entry of Shipment Tracking is a parcel on its way',
	static function () {
		same(
			array(
				array(
					'id'             => '7-' . substr( md5( 'abc' ), 0, 16 ),
					'orderId'        => '7',
					'status'         => 'in_transit',
					'carrier'        => 'My carrier',
					'trackingNumber' => '1Z 5',
					'trackingUrl'    => 'https://carrier.example/?n=1Z%205',
					'shippedAt'      => 1761955200000,
					'destination'    => array(
						'city'    => 'Paris',
						'country' => 'FR',
					),
					'items'          => null,
				),
			),
			mapped_shipments(
				array(
					array(
						'tracking_provider'        => '',
						'custom_tracking_provider' => 'My carrier',
						'custom_tracking_link'     => 'https://carrier.example/?n=%number%',
						'tracking_number'          => '1Z 5',
						'date_shipped'             => '1761955200',
						'tracking_id'              => 'abc',
					),
				)
			)
		);
	}
);

test(
	'an entry of Advanced Shipment Tracking says which lines are in the parcel',
	static function () {
		$parcel = mapped_shipments(
			array(
				array(
					'tracking_provider' => 'dhl',
					'tracking_number'   => '99',
					'date_shipped'      => 1761955200,
					'products_list'     => array(
						(object) array(
							'product' => '5',
							'item_id' => '31',
							'qty'     => '2',
						),
						(object) array(
							'product' => '6',
							'item_id' => '32',
							'qty'     => '0',
						),
					),
				),
			)
		)[0];
		same( array( 'dhl', null, array( array( 'itemId' => '31', 'quantity' => 2 ) ) ), array( $parcel['carrier'], $parcel['trackingUrl'], $parcel['items'] ) );
	}
);

test(
	'the same entry twice is one parcel, and the id stays when another one is removed',
	static function () {
		$entry = array( 'tracking_number' => '1' );
		$other = array( 'tracking_number' => '2' );
		same( 1, count( mapped_shipments( array( $entry, $entry ) ) ) );
		same( mapped_shipments( array( $other ) )[0]['id'], mapped_shipments( array( $entry, $other ) )[1]['id'] );
	}
);
