package dev.spine.device.tunnel;

import dev.spine.iop.engine.AgentContext;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;

/** Where the connections of a wire live: on the thread of the card that has it, or on one of the wire's own. */
interface WireLoop {
    /** {@return the one event loop that it is, as Netty has it} */
    EventLoopGroup group();

    /** Names the device that gets what comes; while the system is built. */
    void serve(AgentContext device);

    /** Waits for something that the loop does. Not on its thread; of one on a card's thread, before that runs. */
    void await(Future<?> what);

    /** {@return whether it is the calling thread's, which has the device, too} */
    boolean isCurrent();

    /** Something has come for the device. On the loop's thread. */
    void announce();

    /** Ends it, with all its connections: of one on a card's thread those of all its wires. Any thread. */
    void close();
}
