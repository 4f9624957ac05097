package dev.spine.iop.engine.live;

import java.util.List;

/**
 * What the watchdog of a live engine has seen.
 *
 * @param hungActivations calls of code of others that took longer than the limit
 * @param failedAgents how often an agent was taken out of service because its thread did not come back
 * @param abandonedThreads threads of this process that were given up and have not ended
 * @param last the latest findings, a line each, the oldest first; at most {@link Watchdog#REMEMBERED}
 */
public record WatchReport(long hungActivations, long failedAgents, int abandonedThreads, List<String> last) {
    /** Copies the list. */
    public WatchReport {
        last = List.copyOf(last);
    }
}
