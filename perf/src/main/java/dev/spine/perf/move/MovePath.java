package dev.spine.perf.move;

import dev.spine.device.wire.capture.Pace;
import dev.spine.host.block.BlockDevice;
import org.jspecify.annotations.Nullable;

/** One way of one workload. Used from outside the engine. */
interface MovePath {
    /** {@return the name in tables: host, i2o or spine} */
    String name();

    /**
     * Connects what must be connected before the engine starts.
     *
     * @param stage the system and what is moved
     */
    void prepare(MoveStage stage);

    /**
     * Sets the path up on a booted system.
     *
     * @param stage the system and what is moved
     */
    void open(MoveStage stage);

    /**
     * Orders an extent to be sent or shown. For packets from the network there are no orders.
     *
     * @param stage the system and what is moved
     * @param bytes from position 0 on, whole chunks
     * @param laps how often
     * @param notice whether the application is notified of the end
     * @param delayUs microseconds from the order to its beginning
     */
    default void order(MoveStage stage, long bytes, int laps, Notice notice, int delayUs) {
        throw new UnsupportedOperationException("packets come by themselves");
    }

    /** {@return the disk, if the path has claimed it: nobody else on the host can use it then} */
    default @Nullable BlockDevice disk() {
        return null;
    }

    /** {@return the pace at which the receiver of packets sets the rate} */
    default Pace closedLoop() {
        return new Pace.AsBuffersReturn();
    }

    /** {@return chunks of the last order whose requests ended with an error or were given up; while the engine stands still} */
    default long failed() {
        return 0;
    }

    /** Whether the application is notified of an order's end. */
    enum Notice {
        /** It does, and its latency counts. */
        AT_END,
        /** It does not, so that no message of the host is measured. */
        NONE
    }

    /**
     * {@return bytes of headers that travel over the bus with each chunk}
     *
     * @param workload what is moved
     */
    default int carriedHeaderBytes(MoveWorkload workload) {
        return 0;
    }

    /**
     * {@return in words, the way that the bytes take}
     *
     * @param workload what is moved
     */
    String route(MoveWorkload workload);
}
