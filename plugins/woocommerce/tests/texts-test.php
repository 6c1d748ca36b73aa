<?php
/**
 * Translations.
 *
 * @package Storewire
 */

/**
 * @return array[] All texts of the plugin: `singular`, and `plural` if there is one, by the singular.
 */
function texts_of_plugin() {
	$texts = array();
	foreach ( array_merge( glob( STOREWIRE_DIR . '/*.php' ), glob( STOREWIRE_DIR . '/includes/*.php' ) ) as $file ) {
		$tokens = array_values(
			array_filter(
				token_get_all( file_get_contents( $file ) ),
				static function ( $token ) {
					return ! is_array( $token ) || ! in_array( $token[0], array( T_WHITESPACE, T_COMMENT ), true );
				}
			)
		);
		foreach ( $tokens as $index => $token ) {
			if ( ! is_array( $token ) || ! in_array( $token[1], array( '__', '_n', 'esc_html__', 'esc_attr__', 'esc_html_e', '_e' ), true ) || '(' !== $tokens[ $index + 1 ] ) {
				continue;
			}
			$singular           = text_of_token( $tokens[ $index + 2 ], $file );
			$texts[ $singular ] = array( 'singular' => $singular );
			if ( '_n' === $token[1] ) {
				$texts[ $singular ]['plural'] = text_of_token( $tokens[ $index + 4 ], $file );
			}
		}
	}
	return $texts;
}

/**
 * @param array|string $token Of PHP.
 * @param string       $file  Where it is.
 * @return string
 * @throws Exception If the text is not written out.
 */
function text_of_token( $token, $file ) {
	if ( ! is_array( $token ) || T_CONSTANT_ENCAPSED_STRING !== $token[0] ) {
		throw new Exception( "$file has a text that is not written out" );
	}
	return stripslashes( substr( $token[1], 1, -1 ) );
}

/**
 * @param string $text With places such as `%1$s`.
 * @return string[] The places, sorted.
 */
function places_in( $text ) {
	preg_match_all( '/%(?:\d+\$)?[sd%]/', $text, $found );
	sort( $found[0] );
	return $found[0];
}

foreach ( array( 'de', 'fr', 'es' ) as $language ) {
	test(
		"each text has a translation into $language with the same places, and no translation is left over",
		static function () use ( $language ) {
			$texts    = texts_of_plugin();
			$messages = ( require STOREWIRE_DIR . "/languages/storewire-$language.l10n.php" )['messages'];
			same( array(), array_values( array_diff( array_keys( $texts ), array_keys( $messages ) ) ) );
			same( array(), array_values( array_diff( array_keys( $messages ), array_keys( $texts ) ) ) );
			foreach ( $texts as $singular => $text ) {
				$forms = explode( "\0", $messages[ $singular ] );
				same( isset( $text['plural'] ) ? 2 : 1, count( $forms ) );
				foreach ( $forms as $form ) {
					same( places_in( $singular ), places_in( $form ) );
				}
			}
		}
	);
}
