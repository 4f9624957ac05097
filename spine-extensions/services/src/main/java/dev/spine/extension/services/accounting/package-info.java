/**
 * The card half of accounting: who sends how much to whom, counted on the card in memory of the card.
 *
 * <p>{@link AccountingExtension} is a packet handler that passes every packet on. {@link FlowTable} has a record for each flow, in sets of
 * four: a new flow in a full set takes the place of the one of which nothing was heard longest. Records that end, by that, by a
 * timeout or because the host asks, go to the host in batches ({@link FlowExport}), as in NetFlow (RFC 3954). Totals and prefixes are
 * counted beside the flows, so the sum of all records, of those that were lost and of what is still in the table is the total.
 */
@NullMarked
package dev.spine.extension.services.accounting;

import org.jspecify.annotations.NullMarked;
