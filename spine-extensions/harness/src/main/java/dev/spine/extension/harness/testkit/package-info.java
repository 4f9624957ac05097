/**
 * The harness as an extension of JUnit: {@link dev.spine.extension.harness.testkit.ExtensionTest} gives a test its card and checks its end.
 */
@NullMarked
package dev.spine.extension.harness.testkit;

import org.jspecify.annotations.NullMarked;
