/**
 * I2O message frames: the header that every message and reply carries, the codes in it, and the replies that every target can give.
 *
 * <p><b>Where to start.</b> {@link dev.spine.i2o.MessageFrame} is a view of one frame in memory and the only class that knows where the
 * header fields are. {@link dev.spine.i2o.Replies} turns a request into a reply. The other classes are the numbers of the architecture:
 * {@link dev.spine.i2o.Function}, {@link dev.spine.i2o.MessageFlags}, {@link dev.spine.i2o.RequestStatus},
 * {@link dev.spine.i2o.DetailedStatus}, {@link dev.spine.i2o.FailureCode}, {@link dev.spine.i2o.Tid}, {@link dev.spine.i2o.DeviceClass},
 * {@link dev.spine.i2o.IopState}.
 *
 * <p><b>Two levels.</b> On the data path a frame is a flyweight: nothing is allocated, nothing is owned, one check makes all header
 * accessors safe. For people, tests and control each message also has a record with only meaningful values
 * ({@code dev.spine.i2o.message}); {@code parse} and {@code emit} connect the two. Scatter-gather lists are in {@code dev.spine.i2o.sgl},
 * tables in {@code dev.spine.i2o.table}, parameter groups in {@code dev.spine.i2o.param}, the messaging unit in
 * {@code dev.spine.i2o.unit}.
 *
 * <p><b>Conventions.</b> Everything on the wire is little-endian. A <i>word</i> is 32 bits; sizes in frames are counts of words. Codes are
 * plain {@code int}s, so that a code nobody has heard of can still be carried, logged, counted and answered; names come from a lookup and
 * are for people only.
 *
 * <p><b>Threads.</b> A view belongs to the thread that points it; constants and names may be used from any thread.
 *
 * <p>Sources: I2O SIG headers 1.5 (message, executive, utility), confirmed against the Linux, NetBSD and OpenSolaris host drivers.
 */
@NullMarked
package dev.spine.i2o;

import org.jspecify.annotations.NullMarked;
