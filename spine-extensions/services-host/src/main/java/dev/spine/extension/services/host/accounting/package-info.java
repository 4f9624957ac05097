/**
 * The host side of accounting: {@link FlowCollector} takes the records and totals that a card sends, decodes them, and knows of every
 * record that did not arrive.
 */
@NullMarked
package dev.spine.extension.services.host.accounting;

import org.jspecify.annotations.NullMarked;
