/**
 * Extensions that benchmarks load: what does nothing, what forwards packets or adds them up, a neighbour that answers, and one that attacks
 * it.
 */
@NullMarked
package dev.spine.extension.benchmarks;

import org.jspecify.annotations.NullMarked;
