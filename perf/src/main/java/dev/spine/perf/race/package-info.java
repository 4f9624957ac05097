/**
 * The window-move race of SPINE SIGOPS 1998, section 5: a window is dragged over the screen while an extension draws video into it.
 *
 * <p>{@link RaceRun} is one drag on the modelled engine, by one of the ways of {@link RaceVariant};
 * {@code StrayWatch} looks at every transfer that ends and counts the pixels that it drew outside of the window as it was at that instant.
 * {@code RacePicture} shows them. {@code RaceExploration} tries all orders of messages, packets and transfers at small size.
 */
@NullMarked
package dev.spine.perf.race;

import org.jspecify.annotations.NullMarked;
