<?php
/**
 * The functions of WordPress that the plugin calls, as small as its tests need them.
 *
 * @package Storewire
 */

define( 'DAY_IN_SECONDS', 86400 );
define( 'ARRAY_A', 'ARRAY_A' );
define( 'DB_NAME', 'shop' );

/**
 * What the tests set up and look at.
 */
class Stand_In {
	/** @var array Options by name. */
	public static $options = array();

	/** @var array|null Options as the process has read them, if another one may have changed them since. */
	public static $read_options = null;

	/** @var string The address of the shop, as the database has it. */
	public static $home = 'https://shop.example';

	/** @var string What kind of site it is. */
	public static $environment = 'production';

	/** @var array[] Callbacks by hook. */
	public static $hooks = array();

	/** @var array[] Requests that were sent: `url`, and what WordPress got. */
	public static $calls = array();

	/** @var callable Makes the response of a request: `function ( $url, $args )` returns respond() or a WP_Error. */
	public static $respond;

	/** @var array[] Jobs that wait: `hook`, `at`, `group`. */
	public static $jobs = array();

	/** @var bool Whether another process holds every lock. */
	public static $is_locked = false;

	/** @var array Users by id. */
	public static $users = array();

	/** @var int The user who is signed in. */
	public static $user = 0;

	/** @var array Meta data of users, by id and name. */
	public static $user_meta = array();

	/**
	 * As it is before a test.
	 */
	public static function reset() {
		self::$options      = array();
		self::$read_options = null;
		self::$home         = 'https://shop.example';
		self::$environment  = 'production';
		self::$hooks        = array();
		self::$calls        = array();
		self::$jobs         = array();
		self::$is_locked    = false;
		self::$users        = array();
		self::$user         = 0;
		self::$user_meta    = array();
		self::$respond      = static function () {
			return self::respond( 200, array() );
		};
		Storewire_Clock::$fixed_ms = 1767225600000;
		Shop::reset();
		Storewire_Marks::reset();
		self::begin_request();
	}

	/**
	 * What the plugin keeps for a request ends with it.
	 */
	public static function begin_request() {
		Closure::bind(
			static function () {
				self::$report = null;
			},
			null,
			'Storewire_State'
		)();
		Closure::bind(
			static function () {
				self::$planned = array();
			},
			null,
			'Storewire_Jobs'
		)();
	}

	/**
	 * @param int   $status  HTTP status.
	 * @param mixed $body    Sent as JSON.
	 * @param array $headers By name.
	 * @return array As WordPress returns it.
	 */
	public static function respond( $status, $body, array $headers = array() ) {
		return array(
			'response' => array( 'code' => $status ),
			'body'     => is_string( $body ) ? $body : json_encode( $body ),
			'headers'  => $headers,
		);
	}

	/**
	 * An error as storewire returns it.
	 *
	 * @param int    $status  HTTP status.
	 * @param string $code    Such as `CONFLICT`.
	 * @param array  $data    Such as `reason`.
	 * @param array  $headers By name.
	 * @return array
	 */
	public static function refuse( $status, $code, array $data = array(), array $headers = array() ) {
		return self::respond(
			$status,
			array(
				'code'    => $code,
				'status'  => $status,
				'message' => "This is a $status.",
				'data'    => (object) $data,
			),
			$headers
		);
	}

	/**
	 * Connects the shop.
	 */
	public static function connect() {
		Storewire_Connection::connect(
			array(
				'workspace'      => array(
					'id'   => 'org_1',
					'name' => 'Shop',
				),
				'apiUrl'         => 'https://chat.example/api/v1',
				'scriptUrl'      => 'https://chat.example/widget.js',
				'secretKey'      => 'sk_1',
				'publishableKey' => 'pk_1',
				'identitySecret' => 'ids_1',
				'refunds'        => array(
					'endpointUrl'   => 'https://shop.example/wp-json/storewire/v1/refund',
					'signingSecret' => 'whsec_1',
				),
			)
		);
		self::$jobs = array();
	}

	/**
	 * @param int $index Of a call.
	 * @return array|null Its body.
	 */
	public static function body( $index ) {
		$args = self::$calls[ $index ]['args'];
		if ( ! isset( $args['body'] ) ) {
			return null;
		}
		$is_packed = isset( $args['headers']['Content-Encoding'] ) && 'gzip' === $args['headers']['Content-Encoding'];
		return json_decode( $is_packed ? gzdecode( $args['body'] ) : $args['body'], true );
	}

	/**
	 * @return string[] Method and path of all calls.
	 */
	public static function paths() {
		return array_map(
			static function ( $call ) {
				return $call['args']['method'] . ' ' . substr( $call['url'], strlen( 'https://chat.example' ) );
			},
			self::$calls
		);
	}
}

class WP_Error {
	private $message;

	public function __construct( $code = '', $message = '' ) {
		unset( $code );
		$this->message = $message;
	}

	public function get_error_message() {
		return $this->message;
	}
}

class Stand_In_Database {
	public $prefix = 'wp_';

	public function prepare( $sql ) {
		return $sql;
	}

	public function query( $sql ) {
		unset( $sql );
		return 1;
	}

	public function get_var( $sql ) {
		unset( $sql );
		return Stand_In::$is_locked ? '0' : '1';
	}
}
$GLOBALS['wpdb'] = new Stand_In_Database();

function __( $text ) {
	return $text;
}

function _n( $one, $many, $count ) {
	return 1 === $count ? $one : $many;
}

function get_option( $name, $default = false ) {
	$options = null === Stand_In::$read_options ? Stand_In::$options : Stand_In::$read_options;
	return array_key_exists( $name, $options ) ? $options[ $name ] : $default;
}

function update_option( $name, $value ) {
	Stand_In::$options[ $name ] = $value;
	if ( null !== Stand_In::$read_options ) {
		Stand_In::$read_options[ $name ] = $value;
	}
	return true;
}

function delete_option( $name ) {
	unset( Stand_In::$options[ $name ], Stand_In::$read_options[ $name ] );
	return true;
}

function wp_load_alloptions() {
	return array( 'home' => Stand_In::$home );
}

function wp_get_environment_type() {
	return Stand_In::$environment;
}

function set_transient( $name, $value, $seconds ) {
	return update_option( "_transient_$name", array( $value, Storewire_Clock::now() + $seconds ) );
}

function get_transient( $name ) {
	list( $value, $until ) = get_option( "_transient_$name", array( false, 0 ) );
	return $until > Storewire_Clock::now() ? $value : false;
}

function add_action( $hook, $callback, $priority = 10, $arguments = 1 ) {
	Stand_In::$hooks[ $hook ][] = array( $callback, $arguments, $priority );
	return true;
}

function add_filter( $hook, $callback, $priority = 10, $arguments = 1 ) {
	return add_action( $hook, $callback, $priority, $arguments );
}

function do_action( $hook, ...$values ) {
	foreach ( isset( Stand_In::$hooks[ $hook ] ) ? Stand_In::$hooks[ $hook ] : array() as list( $callback, $arguments ) ) {
		call_user_func_array( $callback, array_slice( $values, 0, $arguments ) );
	}
}

function apply_filters( $hook, $value, ...$values ) {
	foreach ( isset( Stand_In::$hooks[ $hook ] ) ? Stand_In::$hooks[ $hook ] : array() as list( $callback, $arguments ) ) {
		$value = call_user_func_array( $callback, array_slice( array_merge( array( $value ), $values ), 0, $arguments ) );
	}
	return $value;
}

function did_action( $hook ) {
	return 'action_scheduler_init' === $hook ? 1 : 0;
}

function wp_remote_request( $url, $args ) {
	Stand_In::$calls[] = array(
		'url'  => $url,
		'args' => $args,
	);
	return call_user_func( Stand_In::$respond, $url, $args );
}

function is_wp_error( $value ) {
	return $value instanceof WP_Error;
}

function wp_remote_retrieve_response_code( $response ) {
	return $response['response']['code'];
}

function wp_remote_retrieve_body( $response ) {
	return $response['body'];
}

function wp_remote_retrieve_header( $response, $name ) {
	return isset( $response['headers'][ $name ] ) ? $response['headers'][ $name ] : '';
}

function wp_json_encode( $value, $flags = 0 ) {
	return json_encode( $value, $flags );
}

function wp_rand( $least, $most ) {
	unset( $most );
	return $least;
}

function wp_cache_flush_runtime() {
	Stand_In::$read_options = null;
	return true;
}

function home_url( $path = '' ) {
	return 'https://shop.example' . $path;
}

function rest_url( $path ) {
	return "https://shop.example/wp-json/$path";
}

function get_bloginfo() {
	return '6.8';
}

function wp_unslash( $value ) {
	return $value;
}

function untrailingslashit( $text ) {
	return rtrim( $text, '/' );
}

function strip_shortcodes( $text ) {
	return preg_replace( '/\[\/?gallery[^\]]*\]/', '', $text );
}

function wp_strip_all_tags( $text ) {
	return trim( strip_tags( preg_replace( '@<(script|style)[^>]*?>.*?</\\1>@si', '', $text ) ) );
}

function wp_check_invalid_utf8( $text, $strip = false ) {
	return $strip ? mb_convert_encoding( $text, 'UTF-8', 'UTF-8' ) : $text;
}

function is_email( $text ) {
	return false === filter_var( $text, FILTER_VALIDATE_EMAIL ) ? false : $text;
}

function esc_url_raw( $url ) {
	return 1 === preg_match( '/^https?:\/\//', $url ) ? $url : '';
}

function wp_parse_url( $url, $part = -1 ) {
	return parse_url( $url, $part );
}

function wp_get_attachment_image_url( $id ) {
	return "https://shop.example/picture-$id.jpg";
}

function get_user_meta( $id, $name ) {
	return isset( Stand_In::$user_meta[ $id ][ $name ] ) ? Stand_In::$user_meta[ $id ][ $name ] : '';
}

function get_userdata( $id ) {
	return isset( Stand_In::$users[ $id ] ) ? Stand_In::$users[ $id ] : false;
}

function get_current_user_id() {
	return Stand_In::$user;
}

function wp_list_pluck( $list, $name ) {
	return array_map(
		static function ( $entry ) use ( $name ) {
			return $entry->$name;
		},
		$list
	);
}

class ActionScheduler_Store {
	const STATUS_PENDING = 'pending';
}

function as_get_scheduled_actions( $query ) {
	$found = array();
	foreach ( Stand_In::$jobs as $index => $job ) {
		if ( $job['hook'] === $query['hook'] ) {
			$found[] = $index;
		}
	}
	return $found;
}

function as_schedule_single_action( $at, $hook, $args = array(), $group = '' ) {
	unset( $args );
	Stand_In::$jobs[] = array(
		'hook'  => $hook,
		'at'    => $at,
		'group' => $group,
	);
	return 1;
}

function as_schedule_recurring_action( $at, $every, $hook, $args = array(), $group = '' ) {
	unset( $every );
	return as_schedule_single_action( $at, $hook, $args, $group );
}

function as_has_scheduled_action( $hook ) {
	return array() !== as_get_scheduled_actions( array( 'hook' => $hook ) );
}

function as_unschedule_all_actions( $hook, $args = array(), $group = '' ) {
	unset( $args );
	Stand_In::$jobs = array_values(
		array_filter(
			Stand_In::$jobs,
			static function ( $job ) use ( $hook, $group ) {
				return ( '' !== $hook && $job['hook'] !== $hook ) || ( '' !== $group && $job['group'] !== $group );
			}
		)
	);
}
