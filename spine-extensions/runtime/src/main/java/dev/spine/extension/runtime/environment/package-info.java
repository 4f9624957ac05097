/**
 * Where the runtime runs: {@link dev.spine.extension.runtime.environment.ExecutionEnvironment} is what it needs of any place,
 * {@link dev.spine.extension.runtime.environment.CardEnvironment} is a card.
 */
@NullMarked
package dev.spine.extension.runtime.environment;

import org.jspecify.annotations.NullMarked;
