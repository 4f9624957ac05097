package dev.spine.extension.runtime.report;

import java.util.List;
import java.util.Map;

/**
 * One instance as it stands: what it is, what it has done, what it holds. A copy. Any thread.
 *
 * @param number its number
 * @param name its name
 * @param running whether its handlers run
 * @param failure what it has failed by, in one line; empty when it has not
 * @param activations how often its handlers have run
 * @param dropped messages and packets that it did not get: no such handler, no fuel left in this second, nothing free to hold them
 * @param fuelUsed units of fuel used so far
 * @param mostFuel the most units that one activation has used
 * @param lastFuel units that the last one has used
 * @param keptBuffers buffers that it keeps beyond an activation: packets, data of bulk messages, and memory that it allocated
 * @param blocks pieces of the card's memory that it holds; all but those of an activation under way are among the kept buffers
 * @param inFlight transfers and requests to disks under way
 * @param timers timers that are set
 * @param refusedTransfers transfers that did not move every byte
 * @param counters its own counters, in the order in which it has asked for them
 * @param log the last lines of its log, oldest first
 * @param logSuppressed lines that were too many
 */
public record InstanceReport(int number, String name, boolean running, String failure, long activations, long dropped, long fuelUsed,
    int mostFuel, int lastFuel, int keptBuffers, int blocks, int inFlight, int timers, long refusedTransfers, Map<String, Long> counters,
    List<String> log, long logSuppressed) {
}
