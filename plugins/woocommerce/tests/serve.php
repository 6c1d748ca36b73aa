<?php
/**
 * The refund endpoint for `php -S`, with the stand-ins. Its processes share the folder STOREWIRE_TEST_FOLDER.
 *
 * @package Storewire
 */

error_reporting( E_ALL );
set_error_handler(
	static function ( $level, $message, $file, $line ) {
		throw new ErrorException( $message, 0, $level, $file, $line );
	}
);

require __DIR__ . '/load.php';

$folder     = getenv( 'STOREWIRE_TEST_FOLDER' );
Kept::$file = "$folder/kept";
touch( "$folder/payments" );
Stand_In::reset();
Refund_Shop::$decimals = 2;
Refund_Shop::$gateway  = static function () use ( $folder ) {
	usleep( 100000 );
	file_put_contents( "$folder/payments", '.', FILE_APPEND );
	return true;
};
Storewire_Clock::$fixed_ms = null;
Stand_In::connect();
update_option( Storewire_Connection::OPTION, array( 'signing_secret' => getenv( 'STOREWIRE_TEST_SECRET' ) ) + get_option( Storewire_Connection::OPTION ) );
Refund_Shop::order( 1, array( Refund_Item::of( 11, '25.21', array( 1 => '4.79' ), 3 ) ) );
Refund_Shop::order( 2, array( Refund_Item::of( 21, '25.21', array( 1 => '4.79' ), 3 ) ) );
Storewire_Refund_Guard::register();

/**
 * As WordPress's REST API passes it on: POST only.
 */
class WP_REST_Request {
	public function get_header( $name ) {
		$key = 'HTTP_' . strtoupper( str_replace( '-', '_', $name ) );
		return isset( $_SERVER[ $key ] ) ? $_SERVER[ $key ] : null;
	}

	public function get_body() {
		return file_get_contents( 'php://input' );
	}
}

class WP_REST_Response {
	public $body;
	public $status;
	public $headers = array();

	public function __construct( $body, $status ) {
		$this->body   = $body;
		$this->status = $status;
	}

	public function header( $name, $value ) {
		$this->headers[ $name ] = $value;
	}
}

header( 'Content-Type: application/json; charset=UTF-8' );
if ( 'POST' !== $_SERVER['REQUEST_METHOD'] ) {
	http_response_code( 404 );
	echo '{"code":"rest_no_route"}';
	return;
}
$response = Storewire_Refund_Endpoint::serve( new WP_REST_Request() );
http_response_code( $response->status );
foreach ( $response->headers as $name => $value ) {
	header( "$name: $value" );
}
echo json_encode( $response->body );
