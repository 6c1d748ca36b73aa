<?php
/**
 * What the plugin says of problems.
 *
 * @package Storewire
 */

test(
	'a connected shop whose background tasks have not run for 45 minutes shows that, and reports it to storewire',
	static function () {
		Stand_In::connect();
		same( array(), Storewire_Problems::all() );
		Storewire_Clock::$fixed_ms += 1000 * 2701;
		same( array( 'cron_off' ), array_column( Storewire_Problems::all(), 'code' ) );
		parse_str( Storewire_State::report(), $state );
		same( 'cron_off', $state['problems'] );
		Storewire_Queue::note_run();
		same( array(), Storewire_Problems::all() );
	}
);

test(
	'a clock that is wrong by more than two minutes is named with its seconds',
	static function () {
		Stand_In::connect();
		foreach ( array( '2025-12-31T23:58:01Z' => '', '2025-12-31T23:55:00Z' => '300 seconds ahead', '2026-01-01T01:00:00Z' => '3600 seconds behind' ) as $now => $text ) {
			Stand_In::$respond = static function () use ( $now ) {
				return Stand_In::respond( 200, array( 'now' => $now ) );
			};
			Storewire_State::check();
			$problems = Storewire_Problems::all();
			same( '' === $text ? 0 : 1, count( $problems ) );
			is_true( '' === $text || false !== strpos( $problems[0]['text'], $text ), $text );
		}
	}
);

test(
	'the state that storewire hears has at most 1,024 bytes and names what waits',
	static function () {
		Stand_In::connect();
		Storewire_Marks::mark( 'orders', '1' );
		Storewire_Clock::$fixed_ms += 90000;
		parse_str( Storewire_State::report(), $state );
		same( array( '1', '90', 'WordPress 6.8, PHP ' . PHP_VERSION ), array( $state['queue'], $state['oldest'], $state['platform'] ) );
		is_true( strlen( Storewire_State::report() ) <= 1024, 'the size' );
	}
);
