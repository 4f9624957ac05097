/**
 * PANIC's experiments with programs in PDL, on two modelled workstations: the virtual machine is on both cards, the programs are resources
 * of this package, whose length and address are put in.
 *
 * <p>{@link dev.spine.perf.panic.ProgramRoundTrips} has the series mcp2mcp, GetDeliver and app2app by the size of the data, and what a
 * reading of the clock takes, {@link dev.spine.perf.panic.LanRoundTrips} the series api, {@link dev.spine.perf.panic.HandlerCosts} where
 * the time of a handler goes, {@link dev.spine.perf.panic.ThreadWake} what waking a thread of a host takes. docs/fidelity.md says what
 * each time counts.
 */
@NullMarked
package dev.spine.perf.panic;

import org.jspecify.annotations.NullMarked;
