/** The workbench: the {@code spine} command, its workloads, measurements and reports. */
@NullMarked
package dev.spine.perf;

import org.jspecify.annotations.NullMarked;
