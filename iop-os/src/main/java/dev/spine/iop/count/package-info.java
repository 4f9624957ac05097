/**
 * What parts count, said once: an enum of {@link CounterName}s, and {@link Counters} over it with one writer, or
 * {@link SharedCounters} with several. A part hands its counters out; listings print whatever a part has.
 */
@NullMarked
package dev.spine.iop.count;

import org.jspecify.annotations.NullMarked;
