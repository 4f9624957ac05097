/**
 * {@code spine ext}: what concerns extensions.
 *
 * <p>{@link dev.spine.perf.ext.VerifyCommand} gives the verdict on an image as the runtime would, without loading it:
 * {@link dev.spine.perf.ext.VerdictText} for people, {@link dev.spine.perf.ext.VerdictJson} for programs. The other commands ask a running
 * system over its control socket ({@code dev.spine.perf.run}, {@code dev.spine.perf.control}).
 */
@NullMarked
package dev.spine.perf.ext;

import org.jspecify.annotations.NullMarked;
