package dev.spine.extension.panic.host.protocol;

/** A program that runs on the host, in place of one aboard the card: it gets the same messages. On the host's agent. */
@FunctionalInterface
public interface HostProgram {
    /**
     * A message has come.
     *
     * @param message for one of its triggers; the program ignores those that it does not have
     */
    void onMessage(ProgramMessage message);
}
