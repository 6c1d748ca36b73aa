<?php
/**
 * Amounts.
 *
 * @package Storewire
 */

test(
	'an amount becomes minor units by the digits of its currency, whatever the shop shows',
	static function () {
		same( 1234, Storewire_Money::minor( '12.34', 'EUR' ) );
		same( 1234, Storewire_Money::minor( '1234', 'JPY' ) );
		same( 12340, Storewire_Money::minor( '12.34', 'KWD' ) );
		same( 500000, Storewire_Money::minor( '5000', 'HUF' ) );
		same( 0, Storewire_Money::minor( '', 'EUR' ) );
	}
);

test(
	'more digits than the currency has are rounded half up, away from zero',
	static function () {
		same( 101, Storewire_Money::minor( '1.005', 'EUR' ) );
		same( 100, Storewire_Money::minor( '1.0049', 'EUR' ) );
		same( -101, Storewire_Money::minor( '-1.005', 'EUR' ) );
		same( 13, Storewire_Money::minor( '12.5', 'JPY' ) );
		same( 30, Storewire_Money::minor( 0.1 + 0.2, 'EUR' ) );
		same( 100, Storewire_Money::minor( 0.999999, 'EUR' ) );
	}
);

test(
	'a large amount is exact',
	static function () {
		same( 123456789012, Storewire_Money::minor( '1234567890.12', 'EUR' ) );
		same( 99999999999, Storewire_Money::minor( '999999999.99', 'EUR' ) );
	}
);

test(
	'minor units become a decimal',
	static function () {
		same( '12.50', Storewire_Money::decimal( 1250, 'EUR' ) );
		same( '0.05', Storewire_Money::decimal( 5, 'EUR' ) );
		same( '-0.05', Storewire_Money::decimal( -5, 'EUR' ) );
		same( '1250', Storewire_Money::decimal( 1250, 'KRW' ) );
		same( '1.250', Storewire_Money::decimal( 1250, 'KWD' ) );
	}
);

test(
	'a negative amount of an order counts as nothing',
	static function () {
		same( 0, Storewire_Money::positive( '-3.20', 'EUR' ) );
	}
);
