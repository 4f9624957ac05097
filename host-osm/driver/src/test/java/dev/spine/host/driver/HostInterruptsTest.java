package dev.spine.host.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.host.driver.HostCounters.Counter;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.HostInterrupts;
import dev.spine.iop.engine.HostInterrupts.When;
import dev.spine.iop.engine.StepContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a host is interrupted for what it finds, by what its machine says. */
@Tag("SO-18")
class HostInterruptsTest {
    private static final long INTERVAL_NS = 1_000;

    private static HostAgent agent(StepContext context, HostModel model) {
        return new HostAgent(context, new DmaEngine(new Bus(1), BusAgent.host()), model);
    }

    /** A reply with three packets and one without, and after some idleness a reply at once and one after the interval. */
    @ParameterizedTest
    @CsvSource({"PER_BURST, MIXED, 1, 2, 3", "PER_PACKET, MIXED, 4, 5, 6", "MODERATED, MIXED, 1, 1, 2", "PER_PACKET, INTERRUPTS, 4, 5, 6",
        "PER_PACKET, POLLED, 0, 0, 0", "MODERATED, POLLED, 0, 0, 0"})
    void interruptsAreThoseThatTheMachineSays(When when, HostModel model, int first, int second, int third) {
        StepContext context = new StepContext("node0/host", new HostInterrupts(when, INTERVAL_NS));
        HostAgent host = agent(context, model);

        host.replyFound();
        host.furtherPacketFound();
        host.furtherPacketFound();
        host.replyFound();
        assertEquals(first, host.counters().get(Counter.INTERRUPTS));

        host.doWork(1);
        context.advance(INTERVAL_NS - 1);
        host.replyFound();
        assertEquals(second, host.counters().get(Counter.INTERRUPTS));

        host.doWork(1);
        context.advance(1);
        host.replyFound();
        assertEquals(third, host.counters().get(Counter.INTERRUPTS));
    }
}
