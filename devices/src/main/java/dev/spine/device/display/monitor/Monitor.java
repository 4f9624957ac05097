package dev.spine.device.display.monitor;

/** What makes a surface visible to people for as long as it is open. Any thread. */
public interface Monitor extends AutoCloseable {
    /** {@return where people see it, completing "shown at"} */
    String describe();

    /** Shows nothing any more. Any number of times. */
    @Override
    void close();
}
