/**
 * The kit in JUnit Jupiter: a node per test or per class, its parts as parameters, and a test fails that leaves something behind.
 *
 * <pre>{@code
 * @SpineSystem(EchoPlan.class)
 * class EchoDriverTest {
 *     @Test
 *     void echoes(TestNode node, EchoDriver driver) {
 *         assertEquals(7, node.await("the echo", () -> driver.echo(7)));
 *     }
 *
 *     @TestOnEachKind
 *     void echoesWhateverTheIopIs(TestNode node, EchoDriver driver) {
 *         node.whenScripted(iop -> iop.expects(echo().word(4, 7)).replies(success(7)));
 *         assertEquals(7, node.await("the echo", () -> driver.echo(7)));
 *     }
 * }
 * }</pre>
 *
 * <p>{@link dev.spine.host.testkit.junit.SpineExtension} may be registered by hand instead, with a plan as a lambda. Before a test the
 * node is booted; after it, in this order: what the script or recording says is checked, then that everything came back
 * ({@link dev.spine.host.testkit.TestNode#leaks}), then the node is closed. What a test throws itself comes first, with the
 * mismatches of the script, which are most often its reason, before it.
 *
 * <p>{@link dev.spine.host.testkit.junit.TestOnEachKind} runs one test text against simulated, scripted and recorded IOPs. Recordings are
 * resources {@code recordings/CLASS.METHOD.IOP.txt}; {@code -Dspine.record=src/test/resources} makes the runs on simulated IOPs write
 * them.
 */
@NullMarked
package dev.spine.host.testkit.junit;

import org.jspecify.annotations.NullMarked;
