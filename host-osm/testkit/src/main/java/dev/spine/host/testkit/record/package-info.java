/**
 * Records the exchange of messages between a host driver and an IOP, and replays it as an IOP.
 *
 * <p>A {@link dev.spine.host.testkit.record.Recorder} listens at the driver's port: every request, every reply, and the host memory that
 * goes with them. A {@link dev.spine.host.testkit.record.Recording} is the result, a readable text file. A
 * {@link dev.spine.host.testkit.record.RecordedIop} answers a driver that says the same as in the recording, with the same bytes and
 * delays, and reports the first difference.
 *
 * <pre>
 * spine-recording 1
 * iop disk
 * frames 64 512
 * device 0x008 0x00010010
 * # ExecStatusGet to TID 0x000, context 0x0, ...
 * post 1 at 1200: 00090001 a0001000 00000000 00000000 00000000 00000000 @0 00000000 00000058
 * into 1.0+0: 0000...
 * # UtilClaim to TID 0x008, ...
 * post 2 at 5200: 00050001 09001008 00001001 00000000 01000000
 * reply 2 at 6100: 000500c1 09001008 00001001 00000000 00000000
 * </pre>
 *
 * <p>Numbers of words are hexadecimal; {@code @0} stands for the bus address of the request's buffer 0, which may be another one next
 * time. {@code from 3.1+0} are bytes that request 3 gives in its buffer 1 from byte 0 on, {@code into} those that the IOP writes.
 * Contexts are replaced by those of the request that a reply answers. Times are nanoseconds. Lines that begin with {@code #}
 * are for people.
 *
 * <p>Limits: what a driver says must follow from what it was told. Requests that were posted with no reply in between may come in another
 * order. Cookies inside a class's own lists (bucket contexts of the LAN class) must be the same as in the recording.
 */
@NullMarked
package dev.spine.host.testkit.record;

import org.jspecify.annotations.NullMarked;
