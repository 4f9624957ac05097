/**
 * The engine that runs lists of agents on platform threads against the wall clock.
 *
 * <p>{@link dev.spine.iop.engine.live.LiveEngine} is made with a {@linkplain dev.spine.iop.engine.live.ThreadLayout layout}, which says how
 * many threads there are, and an {@linkplain dev.spine.iop.engine.live.IdlePolicy idle policy}, which says what they do without work. Each
 * agent belongs to one thread forever. A {@linkplain dev.spine.iop.engine.live.WatchReport watchdog} finds a thread that does not come
 * back. What is here beside the engine belongs to its threads; the contract that agents see is {@link dev.spine.iop.engine}.
 */
@NullMarked
package dev.spine.iop.engine.live;

import org.jspecify.annotations.NullMarked;
