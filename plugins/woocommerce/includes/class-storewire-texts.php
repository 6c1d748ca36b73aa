<?php
/**
 * The plugin's texts in the language of the site.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Loads one of the translations that the plugin brings.
 */
class Storewire_Texts {
	const LANGUAGES = array( 'de', 'fr', 'es' );

	/**
	 * One file a language serves all its regions: `de_AT` and `de_DE_formal` read German.
	 */
	public static function load() {
		$language = substr( determine_locale(), 0, 2 );
		if ( in_array( $language, self::LANGUAGES, true ) ) {
			// WordPress looks for storewire-de.l10n.php beside the file that is named here.
			load_textdomain( 'storewire', STOREWIRE_DIR . "/languages/storewire-$language.mo" );
		}
	}
}
