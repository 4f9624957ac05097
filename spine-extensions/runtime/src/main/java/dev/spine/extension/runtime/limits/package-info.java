/**
 * What a card has room for, and what an instance and its code may have at most. Values that never change; they need nothing else of the
 * runtime.
 */
@NullMarked
package dev.spine.extension.runtime.limits;

import org.jspecify.annotations.NullMarked;
