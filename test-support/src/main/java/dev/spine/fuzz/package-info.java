/**
 * A fuzz driver for the tests of every module: inputs that nobody would think of, the same for the same seed.
 *
 * <p><b>A target</b> is one parser with what must hold after it: {@link dev.spine.fuzz.FuzzTarget}. It throws, or asserts, when an input
 * breaks a promise, and returns what it made of the input; inputs that lead to something new are kept and changed further.
 *
 * <p><b>A corpus</b> is a directory of resources beside the test, {@code corpus/NAME}: files {@code *.hex} (hexadecimal, {@code #} begins
 * a comment), {@code *.txt} (as they stand) and any others (bytes). All of them are run first, as they are: an input that once broke
 * something belongs there.
 *
 * <pre>{@code
 * private final Fuzz fuzz = Fuzz.over(FrameFuzzTest.class, "frames").generating(FrameFuzzTest::frame);
 *
 * @Test
 * void anyFrameIsParsedOrRefused() {
 *     fuzz.briefly(FrameFuzzTest::target);
 * }
 *
 * @Test
 * @Tag("full")
 * void anyFrameIsParsedOrRefusedForLong() {
 *     fuzz.atLength(FrameFuzzTest::target);
 * }
 * }</pre>
 *
 * <p>{@code -Dspine.fuzz.seconds=600} says how long {@link dev.spine.fuzz.Fuzz#atLength} runs (5 without it), {@code -Dspine.seed=SEED}
 * repeats a run: the inputs depend on nothing but the seed and on what the target returns, the time only ends the run.
 *
 * <p>This module depends on JUnit alone and is used by tests alone.
 */
@NullMarked
package dev.spine.fuzz;

import org.jspecify.annotations.NullMarked;
