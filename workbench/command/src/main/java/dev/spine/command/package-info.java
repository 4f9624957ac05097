/**
 * The {@code spine} command: one package a verb.
 *
 * <p>What is the same for every verb is here: exit codes, errors of one line that begin with {@code spine: } and name the word that may
 * have been meant, help of 100 columns with examples that a test types, {@code spine help VERB}.
 */
@NullMarked
package dev.spine.command;

import org.jspecify.annotations.NullMarked;
