/**
 * What a hop from core to core costs: a request of 64 bytes and its reply, and how many messages pass one way.
 *
 * <pre>{@code
 * perf/bench hop.HopBench 20            # everything, 20 s after warming up
 * perf/bench hop.HopBench 20 "kernels|queuePairs" realtime
 * perf/bench hop.DmaBench 20            # DMA through a grant beside MemorySegment.copy
 * }</pre>
 *
 * <p>{@link HopBenchmark} runs two busy threads, each on a processor of its own, and gives the word to one
 * {@link HopVariant} after another for blocks of half a millisecond. Two variants are calibrations: {@code oneLine}, one
 * cache line there and back, and {@code twoLine}, 64 bytes on one line and then a slot on another, each way: the least that any queue of
 * messages does. Before each block of a variant run a block of {@code oneLine} and one of {@code twoLine}, and after it one of {@code
 * oneLine}. The two {@code oneLine} blocks say in which {@link dev.spine.perf.calibration.HopMode} the machine was; ratios are medians over
 * blocks of one mode,
 * each divided by the {@code twoLine} beside it.
 *
 * <p>What is measured, from the whole to its parts:
 * <table>
 * <caption>Variants</caption>
 * <tr><th>variant</th><th>what it does</th></tr>
 * <tr><td>IOP kernels</td><td>devices of two IOPs that are connected as peers; both kernels poll all their queue pairs, check, dispatch by
 * TID, account: the system itself, but for the engine's loop around {@code doWork}</td></tr>
 * <tr><td>queue pairs</td><td>two {@link dev.spine.i2o.unit.QueuePair}s: take, write 64 bytes, post, poll, read 64 bytes, free</td></tr>
 * <tr><td>bare lists</td><td>the same without frame states, over the lists that queue pairs are made of</td></tr>
 * <tr><td>Aeron IPC, Agrona, Disruptor</td><td>other systems, each as its manual wants it for two busy threads</td></tr>
 * </table>
 *
 * <p>Three things were learnt about measuring, and are built in:
 * <ul>
 *   <li>The compiler's luck with {@code twoLine} is worth up to 20 %, so there are three copies of it that take turns.</li>
 *   <li>Variants must not share profiles: each has its own copies of all classes involved ({@link IsolatedCode}).</li>
 *   <li>On a busy machine most blocks are interrupted. {@code --realtime} asks the operating system for a real-time class, which yields
 *       in seconds what takes minutes otherwise; everybody else waits meanwhile.</li>
 * </ul>
 *
 * <p>To add a variant, implement {@link HopVariant} with a public constructor that takes
 * {@link HopOptions} and give its class to {@link HopBenchmark#run}.
 */
@NullMarked
package dev.spine.perf.benchmarks.hop;

import org.jspecify.annotations.NullMarked;
