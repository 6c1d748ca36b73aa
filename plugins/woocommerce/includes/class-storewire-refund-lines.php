<?php
/**
 * What WooCommerce would refund for the lines of an order.
 *
 * @package Storewire
 */

defined( 'ABSPATH' ) || exit;

/**
 * Calculates as the order page of WooCommerce does when somebody enters quantities to refund: total and tax of each line by its quantity,
 * and never more than earlier refunds have left of the line. All amounts are millionths (Storewire_Micros).
 */
class Storewire_Refund_Lines {
	/** The kinds of item that WooCommerce refunds. */
	const KINDS = array( 'line_item', 'fee', 'shipping' );

	/** @var WC_Order */
	private $order;

	/** @var array By item id: `quantity`, `gross`, and `taxes` by rate, of earlier refunds. */
	private $earlier = array();

	/** @var int To how many digits WooCommerce rounds lines. */
	private $digits;

	public function __construct( WC_Order $order ) {
		$this->order  = $order;
		$this->digits = 'yes' === get_option( 'woocommerce_tax_round_at_subtotal' ) ? Storewire_Micros::DIGITS : wc_get_price_decimals();
		foreach ( $order->get_refunds() as $refund ) {
			foreach ( $refund->get_items( self::KINDS ) as $item ) {
				$this->add_earlier( (int) $item->get_meta( '_refunded_item_id' ), $item );
			}
		}
	}

	/**
	 * @param int[] $quantities By item id.
	 * @return array[] By item id: `quantity`, `gross`, `total` and `taxes` by rate.
	 * @throws Storewire_Refusal `unknown_line`, `nothing_left`, `over_quantity`.
	 */
	public function of( array $quantities ) {
		$items = $this->order->get_items( self::KINDS );
		$lines = array();
		foreach ( $quantities as $item_id => $quantity ) {
			if ( ! isset( $items[ $item_id ] ) ) {
				/* translators: %s: the id of an order line */
				throw new Storewire_Refusal( 'unknown_line', sprintf( __( 'The order has no line %s.', 'storewire' ), $item_id ) );
			}
			$item = $items[ $item_id ];
			$left = $this->left( $item );
			if ( $left['quantity'] <= 0 ) {
				/* translators: %s: the title of an order line */
				throw new Storewire_Refusal( 'nothing_left', sprintf( __( 'Nothing of the line "%s" is left to refund.', 'storewire' ), $item->get_name() ) );
			}
			$pieces = Storewire_Item_Mapping::quantity( $item );
			// Half a kilogram is one piece in storewire: what is left of it is refunded whole.
			$most = (float) $item->get_quantity() === (float) $pieces ? $left['quantity'] : $pieces;
			if ( $quantity > $most ) {
				throw new Storewire_Refusal(
					'over_quantity',
					/* translators: 1: a number, 2: the title of an order line */
					sprintf( __( 'Only %1$s of the line "%2$s" can still be refunded.', 'storewire' ), $most, $item->get_name() )
				);
			}
			$lines[ $item_id ] = $quantity < $most ? $this->part( $item, $quantity, $left ) : $left;
		}
		return $lines;
	}

	/**
	 * @return array[] What is left of every item, as of().
	 */
	public function all_left() {
		return array_map( array( $this, 'left' ), $this->order->get_items( self::KINDS ) );
	}

	/**
	 * @param array[] $lines As of().
	 * @return int Their total with tax.
	 */
	public static function sum( array $lines ) {
		$sum = 0;
		foreach ( $lines as $line ) {
			$sum += $line['gross'];
		}
		return $sum;
	}

	/**
	 * @param array[] $lines As of().
	 * @return array[] As `line_items` of wc_create_refund().
	 */
	public static function arguments( array $lines ) {
		$arguments = array();
		foreach ( $lines as $item_id => $line ) {
			$arguments[ $item_id ] = array(
				'qty'          => $line['quantity'],
				'refund_total' => Storewire_Micros::decimal( $line['total'] ),
				'refund_tax'   => array_map( array( 'Storewire_Micros', 'decimal' ), $line['taxes'] ),
			);
		}
		return $arguments;
	}

	/** Items of a refund are negative. */
	private function add_earlier( $item_id, $item ) {
		$line  = isset( $this->earlier[ $item_id ] ) ? $this->earlier[ $item_id ] : self::nothing();
		$taxes = $this->rounded( self::taxes( $item ) );

		$line['quantity'] += abs( $item->get_quantity() );
		$line['gross']    -= $this->gross( $item, $taxes );
		foreach ( $taxes as $rate => $tax ) {
			$line['taxes'][ $rate ] = ( isset( $line['taxes'][ $rate ] ) ? $line['taxes'][ $rate ] : 0 ) - $tax;
		}
		$this->earlier[ $item_id ] = $line;
	}

	private static function nothing() {
		return array(
			'quantity' => 0,
			'gross'    => 0,
			'taxes'    => array(),
		);
	}

	/** What earlier refunds have left of an item. */
	private function left( $item ) {
		$earlier = isset( $this->earlier[ $item->get_id() ] ) ? $this->earlier[ $item->get_id() ] : self::nothing();
		$taxes   = $this->rounded( self::taxes( $item ) );
		$gross   = self::rest( $this->gross( $item, $taxes ), $earlier['gross'] );
		foreach ( $taxes as $rate => $tax ) {
			$taxes[ $rate ] = self::rest( $tax, isset( $earlier['taxes'][ $rate ] ) ? $earlier['taxes'][ $rate ] : 0 );
		}
		return self::line( max( 0, $item->get_quantity() - $earlier['quantity'] ), $gross, $taxes );
	}

	/** A discount is a negative fee, so its rest is negative. */
	private static function rest( $amount, $earlier ) {
		return $amount < 0 ? min( 0, $amount - $earlier ) : max( 0, $amount - $earlier );
	}

	/** The quantity's share of the line, at most what is left of it. */
	private function part( $item, $quantity, array $left ) {
		$of    = $item->get_quantity();
		$taxes = array();
		foreach ( self::taxes( $item ) as $rate => $tax ) {
			$taxes[ $rate ] = self::share( $tax, $quantity, $of );
		}
		$taxes = $this->rounded( $taxes );
		$gross = Storewire_Micros::round( self::share( Storewire_Micros::of( $item->get_total() ), $quantity, $of ) + array_sum( $taxes ), $this->digits );
		return abs( $gross ) > abs( $left['gross'] ) ? array( 'quantity' => $quantity ) + $left : self::line( $quantity, $gross, $taxes );
	}

	private static function share( $amount, $quantity, $of ) {
		return (int) round( $amount * $quantity / $of );
	}

	/**
	 * What is paid for a line. Rounded parts of a line do not add up to the line (three times 3.33 are not 10.00), so what is left of a line is
	 * counted by what was paid, and not by its unrounded total and taxes.
	 */
	private function gross( $item, array $taxes ) {
		return Storewire_Micros::round( Storewire_Micros::of( $item->get_total() ) + array_sum( $taxes ), $this->digits );
	}

	/** What rounding has left over is the total's. */
	private static function line( $quantity, $gross, array $taxes ) {
		return array(
			'quantity' => $quantity,
			'gross'    => $gross,
			'total'    => $gross - array_sum( $taxes ),
			'taxes'    => $taxes,
		);
	}

	private function rounded( array $taxes ) {
		foreach ( $taxes as $rate => $tax ) {
			$taxes[ $rate ] = Storewire_Micros::round( $tax, $this->digits );
		}
		return $taxes;
	}

	/** @return int[] By tax rate. A plugin can leave an item without this list. */
	private static function taxes( $item ) {
		$taxes = $item->get_taxes();
		return array_map( array( 'Storewire_Micros', 'of' ), isset( $taxes['total'] ) && is_array( $taxes['total'] ) ? $taxes['total'] : array() );
	}
}
