/**
 * Two workstations for experiments between two nodes on the modelled engine: {@link dev.spine.perf.pair.WorkstationPair} builds them,
 * {@link dev.spine.perf.pair.Workstation} is one of them, a host and a card with a runtime, onto which an experiment loads its extension.
 */
@NullMarked
package dev.spine.perf.pair;

import org.jspecify.annotations.NullMarked;
