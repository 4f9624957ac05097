package dev.spine.perf.report;

import com.sun.management.ThreadMXBean;
import dev.spine.host.driver.HostCounters;
import dev.spine.iop.bus.Account;
import dev.spine.system.ProcessorWork;
import dev.spine.system.SpineSystem;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a system has done in an interval.
 *
 * @param accounts what crossed the bus
 * @param hostMessages sent and received by the host
 * @param hostInterrupts of the host
 * @param processorSeconds of work, by bus agent
 * @param allocatedBytes by all threads of the process
 * @param cardMemory the fullest card at the end; null on the live engine
 */
public record PassCosts(Account.Snapshot accounts, long hostMessages, long hostInterrupts, Map<String, Double> processorSeconds,
    long allocatedBytes, @Nullable CardMemory cardMemory) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * {@return messages that the host has sent and received so far}
     *
     * @param system is asked now
     */
    public static long hostMessages(SpineSystem system) {
        HostCounters counters = system.host().counters();
        return counters.get(HostCounters.Counter.MESSAGES_SENT) + counters.get(HostCounters.Counter.MESSAGES_RECEIVED);
    }

    private static long hostInterrupts(SpineSystem system) {
        return system.host().counters().get(HostCounters.Counter.INTERRUPTS);
    }

    /** All counters at the beginning of an interval. Used by one thread, which is outside the engine. */
    public static final class Reading {
        private final SpineSystem system;
        private final Account.Snapshot accounts;
        private final ProcessorWork work;
        private final long messages;
        private final long interrupts;
        private final long allocated;

        /**
         * A reading.
         *
         * @param system is asked now
         */
        public Reading(SpineSystem system) {
            this.system = system;
            this.accounts = system.accounts();
            this.work = ProcessorWork.of(system);
            this.messages = hostMessages(system);
            this.interrupts = hostInterrupts(system);
            this.allocated = THREADS.getTotalThreadAllocatedBytes();
        }

        /** {@return what the system has done since; verifies that its memory is accounted for} */
        public PassCosts since() {
            long allocatedNow = THREADS.getTotalThreadAllocatedBytes();
            Map<String, Double> seconds = ProcessorWork.of(system).secondsSince(work);
            system.verifyConservation();
            return new PassCosts(system.accounts().since(accounts), hostMessages(system) - messages, hostInterrupts(system) - interrupts,
                seconds, allocatedNow - allocated, CardMemory.of(system));
        }
    }
}
