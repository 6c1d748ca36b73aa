<?php
/**
 * Values of WooCommerce in the form that storewire takes.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Texts, times, numbers and addresses of the web. What a shop does not have is null: it clears what storewire had.
 */
class Storewire_Values {
	const MOST_CHARACTERS      = 2000;
	const MOST_LONG_CHARACTERS = 100000;

	/**
	 * @param mixed $value Of WooCommerce.
	 * @return string|null
	 */
	public static function text( $value ) {
		return self::cut( $value, self::MOST_CHARACTERS );
	}

	/**
	 * @param mixed $html Of WooCommerce.
	 * @return string|null Without elements, each block on a line of its own.
	 */
	public static function plain( $html ) {
		$lines = preg_replace( '/<(br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^>]*>/i', "$0\n", strip_shortcodes( (string) $html ) );
		$text  = html_entity_decode( wp_strip_all_tags( (string) $lines ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		return self::cut( preg_replace( array( '/[ \t\x{a0}]+/u', '/ ?\R ?/u', '/\n{3,}/' ), array( ' ', "\n", "\n\n" ), $text ), self::MOST_LONG_CHARACTERS );
	}

	/**
	 * @param mixed $value A title, which may have entities and elements.
	 * @return string|null
	 */
	public static function title( $value ) {
		return self::text( html_entity_decode( wp_strip_all_tags( (string) $value ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ) );
	}

	/**
	 * @param mixed $value Of WooCommerce.
	 * @return string|null
	 */
	public static function email( $value ) {
		$email = is_string( $value ) ? trim( $value ) : '';
		return is_email( $email ) ? $email : null;
	}

	/**
	 * @param mixed $value Of WordPress.
	 * @return string|null An address of the web.
	 */
	public static function url( $value ) {
		$url = is_string( $value ) ? esc_url_raw( $value, array( 'http', 'https' ) ) : '';
		return '' !== $url && false !== wp_parse_url( $url ) && strlen( $url ) <= self::MOST_CHARACTERS ? $url : null;
	}

	/**
	 * @param mixed $value Of WooCommerce.
	 * @return string|null Two capitals.
	 */
	public static function country( $value ) {
		return is_string( $value ) && 1 === preg_match( '/^[A-Z]{2}$/', $value ) ? $value : null;
	}

	/**
	 * @param WC_DateTime|null $time Of WooCommerce.
	 * @return int|null Milliseconds since 1970.
	 */
	public static function time( $time ) {
		return $time instanceof DateTimeInterface ? $time->getTimestamp() * 1000 : null;
	}

	/**
	 * @param int|string $id Of WooCommerce, 0 for none.
	 * @return string|null
	 */
	public static function id( $id ) {
		return (int) $id > 0 ? (string) $id : null;
	}

	/**
	 * @param int $attachment_id Of a picture, 0 for none.
	 * @return string|null Its address.
	 */
	public static function picture( $attachment_id ) {
		return (int) $attachment_id > 0 ? self::url( wp_get_attachment_image_url( (int) $attachment_id, 'woocommerce_single' ) ) : null;
	}

	/**
	 * @param mixed $value Of WooCommerce.
	 * @param int   $most  Characters.
	 * @return string|null
	 */
	private static function cut( $value, $most ) {
		if ( ! is_scalar( $value ) ) {
			return null;
		}
		// Texts that were imported in another encoding would make the whole call invalid.
		$text = trim( str_replace( "\0", '', wp_check_invalid_utf8( (string) $value, true ) ) );
		return '' === $text ? null : mb_substr( $text, 0, $most, 'UTF-8' );
	}
}
