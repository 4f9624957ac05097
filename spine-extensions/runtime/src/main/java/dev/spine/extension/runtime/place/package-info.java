/**
 * Where the runtime runs: {@link dev.spine.extension.runtime.place.ExecutionEnvironment} is what it needs of any place,
 * {@link dev.spine.extension.runtime.place.CardEnvironment} is a card.
 */
@NullMarked
package dev.spine.extension.runtime.place;

import org.jspecify.annotations.NullMarked;
