<?php
/**
 * Runs test files: `php run.php NAME…` those of that name, without a name all. Prints TAP. Exits with 1 if a test has failed.
 *
 * @package Storewire
 */

error_reporting( E_ALL );
// A warning or a deprecation of any PHP version is a failure.
set_error_handler(
	static function ( $level, $message, $file, $line ) {
		throw new ErrorException( $message, 0, $level, $file, $line );
	}
);
date_default_timezone_set( 'UTC' );

$tests_run    = 0;
$tests_failed = 0;

require __DIR__ . '/load.php';

$names = array_slice( $argv, 1 );
foreach ( glob( __DIR__ . '/*-test.php' ) as $file ) {
	if ( array() === $names || in_array( basename( $file, '-test.php' ), $names, true ) ) {
		require $file;
	}
}
echo "1..$tests_run\n";
exit( 0 === $tests_failed && $tests_run > 0 ? 0 : 1 );
