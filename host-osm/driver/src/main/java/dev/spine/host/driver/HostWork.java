package dev.spine.host.driver;

/** Work of an OSM or an application on the host's agent, registered with {@link HostAgent#register}. */
@FunctionalInterface
public interface HostWork {
    /**
     * Does at most {@code limit} pieces of work and returns. Called on the host agent's thread.
     *
     * @param limit at least 1
     * @return how many pieces of work were done; 0 means that nothing can be done before a reply, a timer of the {@link HostAgent}, or a
     *     delivery to a list that the agent consumes or asked to be woken by
     */
    int doWork(int limit);
}
