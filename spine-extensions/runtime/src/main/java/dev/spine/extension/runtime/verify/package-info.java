/**
 * The verdict on an extension's image, before any class of it is defined.
 *
 * <p>{@link dev.spine.extension.runtime.verify.Verifier} reads the class files with the JDK's Class-File API and applies every
 * {@link dev.spine.extension.runtime.verify.Rule} to them. What it finds, what the image links to and how large it is makes a
 * {@link dev.spine.extension.runtime.verify.Verdict}. Trust grows in phases ({@link dev.spine.extension.runtime.verify.Phase}); a broken
 * promise of each is an exception of its own below {@link dev.spine.extension.runtime.verify.ExtensionException}.
 *
 * <p>Types come last, when nothing else was found, by the Class-File API's own check. Which local variables code may name is a rule of
 * its own ({@link dev.spine.extension.runtime.verify.Variables}), as the meter keeps the fuel behind them.
 *
 * <p>What may be linked to is data: {@code allowed.txt}, read by {@link dev.spine.extension.runtime.verify.AllowList}, which also has the
 * costs that the meter charges. What is not in it is forbidden. Where an image names collections and the like of the JDK,
 * {@link dev.spine.extension.runtime.verify.Renaming} puts the names of the {@link dev.spine.extension.runtime.verify.Library} in their
 * place when the class file is read; findings have the names that authors know. All limits are in {@link
 * dev.spine.extension.runtime.verify.Limits}.
 *
 * <p>The verdict decides what code may name; that it ends, and how much it takes, is the meter's business.
 */
@NullMarked
package dev.spine.extension.runtime.verify;

import org.jspecify.annotations.NullMarked;
