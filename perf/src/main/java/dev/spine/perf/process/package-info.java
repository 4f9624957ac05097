/** What the operating system of a modelled host takes for the applications that the paths through the host have. */
@NullMarked
package dev.spine.perf.process;

import org.jspecify.annotations.NullMarked;
