<?php
/**
 * A small test runner: no test of the plugin needs more.
 *
 * @package Storewire
 */

/**
 * Runs a test, and prints its line of TAP.
 *
 * @param string   $sentence What holds.
 * @param callable $body     Throws if it does not hold.
 */
function test( $sentence, callable $body ) {
	global $tests_run, $tests_failed;
	++$tests_run;
	Stand_In::reset();
	try {
		$body();
		echo "ok $tests_run - $sentence\n";
	} catch ( Throwable $error ) {
		++$tests_failed;
		echo "not ok $tests_run - $sentence\n";
		$lines = array( get_class( $error ) . ': ' . $error->getMessage() );
		foreach ( $error->getTrace() as $call ) {
			if ( isset( $call['file'] ) && basename( $call['file'] ) !== 'harness.php' ) {
				$lines[] = 'at ' . basename( $call['file'] ) . ':' . $call['line'];
			}
		}
		echo preg_replace( '/^/m', '# ', implode( "\n", $lines ) ), "\n";
	}
}

/**
 * @param mixed $expected What it has to be, in type and value.
 * @param mixed $actual   What it is.
 * @throws Exception If they differ.
 */
function same( $expected, $actual ) {
	if ( $expected !== $actual ) {
		throw new Exception( 'expected ' . var_export( $expected, true ) . "\nbut it is " . var_export( $actual, true ) );
	}
}

/**
 * @param bool   $holds Whether it holds.
 * @param string $what  What should.
 * @throws Exception If it does not.
 */
function is_true( $holds, $what = 'the condition' ) {
	if ( true !== $holds ) {
		throw new Exception( "$what does not hold" );
	}
}
