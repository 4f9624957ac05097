/**
 * The block OSM: a random block storage device as the host uses it.
 *
 * <p>{@link dev.spine.host.block.BlockDevice} is the front end for code on the host agent's thread: a request names a range of the device,
 * a bus address in host memory and a cookie, and {@link dev.spine.host.block.BlockCompletion} hears how it ended. Nothing is allocated.
 * False is back-pressure: keep the request and try again in the next turn of your {@link dev.spine.host.driver.HostWork}; the agent has a
 * turn when a frame returns or a request ends.
 *
 * <p>{@link dev.spine.host.block.BlockOsm} is the device itself: attach, requests, retries, aborts, recovery, detach. Other front ends
 * stand on {@link dev.spine.host.block.BlockDevice}, so they work with any: {@link dev.spine.host.block.BlockBatch} for requests that are
 * made together, {@link dev.spine.host.block.BlockCalls} for pending results, {@link dev.spine.host.block.BlockFutures} for threads outside
 * the engine, {@link dev.spine.host.block.BlockVolume} for code that blocks.
 *
 * <p>A completion is never called from within the call that made the request. Every request that was accepted ends exactly once, also when
 * the device goes or its IOP is reset; {@link dev.spine.host.block.BlockOutcome} says how, and whether trying again is of use.
 */
@NullMarked
package dev.spine.host.block;

import org.jspecify.annotations.NullMarked;
