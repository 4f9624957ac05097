package dev.spine.extension.interfaces.host;

/** Code of an application that answers requests of other nodes. The host's agent. */
@FunctionalInterface
public interface GamHandler {
    /**
     * Answers a request. Called on the host's agent: it must not block.
     *
     * @param source the node that asks
     * @param arguments its 10 words
     * @return at most 10 words for the reply
     */
    int[] onRequest(int source, int[] arguments);
}
