/**
 * Memory that extensions share: {@link dev.spine.extension.runtime.memory.CardMemory} hands out blocks of a region of the card,
 * {@link dev.spine.extension.runtime.memory.LentMemory} those that somebody else lends.
 */
@NullMarked
package dev.spine.extension.runtime.memory;

import org.jspecify.annotations.NullMarked;
