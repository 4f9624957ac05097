/** {@code spine compare}: the same workload over all paths and engines, with tables, a report and a picture of the screen. */
@NullMarked
package dev.spine.perf.compare;

import org.jspecify.annotations.NullMarked;
