<?php
/**
 * The plugin is deleted.
 *
 * @package Storewire
 */

define( 'WP_UNINSTALL_PLUGIN', 'storewire/storewire.php' );

function is_multisite() {
	return false;
}

test(
	'a plugin that is deleted leaves no option and no job',
	static function () {
		Stand_In::connect();
		Storewire_Settings::set( array( 'chat' => false ) );
		Storewire_Queue::note_run();
		Storewire_History::begin();
		Storewire_State::check();
		update_option( Storewire_Tables::OPTION, Storewire_Tables::SCHEMA );
		as_schedule_single_action( 0, Storewire_Refund_Watch::HOOK, array( 'act_1' ), Storewire_Refund_Watch::GROUP );
		as_schedule_single_action( 0, Storewire_Sender::HOOK, array(), Storewire_Jobs::GROUP );
		as_schedule_single_action( 0, 'of_another_plugin', array(), 'other' );
		require STOREWIRE_DIR . '/uninstall.php';
		same( array(), array_keys( Stand_In::$options ) );
		same( array( 'of_another_plugin' ), array_column( Stand_In::$jobs, 'hook' ) );
	}
);
