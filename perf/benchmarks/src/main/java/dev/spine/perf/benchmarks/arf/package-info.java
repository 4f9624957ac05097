/**
 * ARF live against NFS: a server process and a client process on each side, by the tunnel here, by ganesha and libnfs there.
 * {@link dev.spine.perf.benchmarks.arf.LiveBench} is the command; its figures are in {@code docs/performance.md}.
 */
@NullMarked
package dev.spine.perf.benchmarks.arf;

import org.jspecify.annotations.NullMarked;
