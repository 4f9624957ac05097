/**
 * A scripted IOP: real frames, queue pairs and codec, and a script in domain words instead of a kernel.
 *
 * <pre>{@code
 * ScriptedIop iop = node.scripted("disk").device(0x008, DeviceClass.DDM);
 * iop.expects(claim().to(0x008)).replies(success());
 * iop.expects(privateMessage(ORGANIZATION, 0x0001).to(0x008).word(5, 7)).replies(success(42).after(Duration.ofMillis(2)));
 * iop.expects(anyRequest().to(0x008)).replies(transportFailure(FailureCode.CONGESTION));
 * ...
 * iop.verify();
 * }</pre>
 *
 * <p>{@link dev.spine.host.testkit.script.Requests} has the words for what is expected,
 * {@link dev.spine.host.testkit.script.Answers} those for what the IOP does then. What no expectation speaks of is played honestly where
 * it belongs to every IOP: boot, tables, claims, events, parameters. Anything else is a mismatch, which {@code verify} reports field by
 * field; the driver is refused meanwhile, so the test goes on to its end.
 */
@NullMarked
package dev.spine.host.testkit.script;

import org.jspecify.annotations.NullMarked;
