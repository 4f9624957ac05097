/**
 * The test kit of a driver author: a node with a host and IOPs that a test builds in a few lines.
 *
 * <p>An IOP of a {@link dev.spine.host.testkit.TestNode} is <em>simulated</em> (kernel, executive and devices of this project),
 * <em>scripted</em> (it does what the test says: {@link dev.spine.host.testkit.script}) or <em>recorded</em>. All of them have real
 * frames, queue pairs and codec; a driver cannot tell which it talks to. With {@link dev.spine.host.testkit.EngineKind#MODELLED} there are
 * no threads: the test moves virtual time by waiting, and a timeout of ten seconds passes in no time.
 */
@NullMarked
package dev.spine.host.testkit;

import org.jspecify.annotations.NullMarked;
