/**
 * The harness as an extension of JUnit: {@link dev.spine.extension.harness.testkit.ExtensionTest} gives a test its card and checks its end.
 */
@org.jspecify.annotations.NullMarked
package dev.spine.extension.harness.testkit;
