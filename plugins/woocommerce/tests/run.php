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

define( 'ABSPATH', __DIR__ . '/stand-ins/' );
define( 'STOREWIRE_VERSION', '1.2.0' );
define( 'STOREWIRE_FILE', dirname( __DIR__ ) . '/storewire.php' );
define( 'STOREWIRE_DIR', dirname( __DIR__ ) );

require __DIR__ . '/harness.php';
require __DIR__ . '/stand-ins/wordpress.php';
require __DIR__ . '/stand-ins/woocommerce.php';
require STOREWIRE_DIR . '/includes/load.php';
foreach ( storewire_files() as $name ) {
	// What has SQL is in memory here.
	$stand_in = __DIR__ . "/stand-ins/class-storewire-$name.php";
	require is_file( $stand_in ) ? $stand_in : STOREWIRE_DIR . "/includes/class-storewire-$name.php";
}

$names = array_slice( $argv, 1 );
foreach ( glob( __DIR__ . '/*-test.php' ) as $file ) {
	if ( array() === $names || in_array( basename( $file, '-test.php' ), $names, true ) ) {
		require $file;
	}
}
echo "1..$tests_run\n";
exit( 0 === $tests_failed && $tests_run > 0 ? 0 : 1 );
