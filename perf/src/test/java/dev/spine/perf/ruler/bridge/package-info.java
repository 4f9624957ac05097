/**
 * A bridge that does nothing, as a module of a card and as an extension, on the same card with the same packets and messages: the two are
 * priced by one table ({@link dev.spine.extension.runtime.meter.CodePrices}), one of them off line and the other while it runs.
 */
@NullMarked
package dev.spine.perf.ruler.bridge;

import org.jspecify.annotations.NullMarked;
