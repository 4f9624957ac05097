/**
 * What carries whole frames between processes: the tunnel's TCP and TLS, the UDP wire, and Aeron as a tunnel would use it, in turn in one
 * run. {@link dev.spine.perf.benchmarks.tunnel.TunnelBench} is the command; the figures and what follows from them are in
 * {@code docs/tunnels.md}.
 */
@NullMarked
package dev.spine.perf.benchmarks.tunnel;

import org.jspecify.annotations.NullMarked;
