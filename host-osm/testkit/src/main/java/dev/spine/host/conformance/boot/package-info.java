/**
 * The boot sequences of public I2O host drivers as scripts, runnable against any implementation of the register interface.
 *
 * <p>Whoever has one implements {@link dev.spine.host.conformance.boot.BootTarget}, words of a window and words of host memory, and runs
 * <pre>{@code
 * BootReport report = BootScript.LINUX_2_6.run(target);
 * report.steps().forEach(System.out::println);     // one line per step: passed, failed with what was seen, or left out with the reason
 * }</pre>
 * Nothing here needs a test framework. A script does what its driver does and in its order, with the shapes of messages that the driver
 * really sends, mistakes included: an IOP must be as tolerant as the boards that the driver was written for.
 *
 * <p>Sources: Linux 2.4 and 2.6 drivers/message/i2o, Linux drivers/scsi/dpt_i2o.c and drivers/net/rclanmtl.c, NetBSD sys/dev/i2o/iop.c,
 * FreeBSD sys/dev/asr/asr.c, OpenSolaris io/i2o. The scripts are our own; no code of these drivers is in them.
 */
@NullMarked
package dev.spine.host.conformance.boot;

import org.jspecify.annotations.NullMarked;
