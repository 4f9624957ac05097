/** An extension that sends its memory to itself on another node and back, and tells how long that takes. */
@NullMarked
package dev.spine.extension.experiment.latency;

import org.jspecify.annotations.NullMarked;
