/**
 * What metering costs: the same handlers with and without charges in their code, in turn, in one run. The command is
 * {@link dev.spine.perf.meter.MeterBench}.
 */
@NullMarked
package dev.spine.perf.meter;

import org.jspecify.annotations.NullMarked;
