/**
 * How the process ends: at Ctrl-C, SIGTERM and {@code spine stop} in order, in at most ten seconds, and if need be without the help of what
 * hangs.
 *
 * <p>{@link Ending} has the signals from the first moment of {@code main} on. A command that holds something asks for
 * an {@link Interruption}: it is told when it is to end, and what must not stay behind it (files of sockets, settings
 * of the kernel) is opened through it. A command without one holds nothing and ends at once.
 *
 * <p>From the request on, a command has five seconds to end in order. Then what must not stay is taken away by threads of their own, and
 * the process is halted. Should the Java machine itself stand still, a timer of the operating system ends the process.
 */
@NullMarked
package dev.spine.system.ending;

import org.jspecify.annotations.NullMarked;
