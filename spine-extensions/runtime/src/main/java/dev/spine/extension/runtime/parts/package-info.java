/**
 * What all parts of a runtime share, and what knows none of them: {@link dev.spine.extension.runtime.parts.RuntimeParts} is made once, when
 * the runtime comes to its environment.
 */
@NullMarked
package dev.spine.extension.runtime.parts;

import org.jspecify.annotations.NullMarked;
