/** ARF. */
@NullMarked
package dev.spine.extension.ardma.host.arf;

import org.jspecify.annotations.NullMarked;
