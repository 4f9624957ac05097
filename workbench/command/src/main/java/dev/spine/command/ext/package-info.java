/**
 * {@code spine ext}: what concerns extensions.
 *
 * <p>{@link VerifyCommand} gives the verdict on an image as the runtime would, without loading it:
 * {@link VerdictText} for people, {@link VerdictJson} for programs. The other commands ask a running
 * system over its control socket ({@code dev.spine.command.run}, {@code dev.spine.command.control}).
 */
@NullMarked
package dev.spine.command.ext;

import org.jspecify.annotations.NullMarked;
