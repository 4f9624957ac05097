/** PANIC's experiments with programs in PDL. */
@NullMarked
package dev.spine.perf.panic;

import org.jspecify.annotations.NullMarked;
