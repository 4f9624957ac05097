/**
 * The video workload of SPINE SIGOPS 1998, section 4.1: packets of uncompressed video go from a network card to a window on a screen, by
 * three paths, on two engines.
 *
 * <p>{@link VideoPath} is a path: it sets up a booted system so that packets which arrive are shown.
 * {@link VideoRun} drives one path on one engine: the saturation run finds the highest rate without loss, the latency run offers a given
 * rate and takes latencies. {@link VideoComparison} runs all of them and makes records.
 * {@link VideoInput} finds the video in anybody's capture.
 */
@NullMarked
package dev.spine.perf.video;

import org.jspecify.annotations.NullMarked;
