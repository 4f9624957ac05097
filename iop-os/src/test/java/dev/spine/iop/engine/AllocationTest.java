package dev.spine.iop.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In the steady state neither engine allocates: deliveries at once and delayed, transfers under a grant, programmed I/O, timers. */
@Tag("allocation")
class AllocationTest {
    private static final int ROUNDS_PER_WINDOW = 10_000;
    private static final int WINDOWS = 16;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    enum Kind {
        LIVE {
            @Override
            Engine make() {
                return new LiveEngine(ThreadLayout.ONE_CORE, 1);
            }
        },
        MODELLED {
            @Override
            Engine make() {
                return new ModelledEngine(TestProfile.machine(), 1);
            }
        };

        abstract Engine make();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void theDataPathAllocatesNothing(Kind kind) {
        Bus bus = new Bus(3);
        BusAgent card = new BusAgent(1, "iop1");
        BusAgent screen = new BusAgent(2, "iop2");
        DmaEngine dma = new DmaEngine(bus, card);
        Region from = bus.allocate("card", card, Access.OWNER, 4096);
        Region surface = bus.allocate("surface", screen, Access.OWNER, 4096);
        DeliveryList<Token> there = DeliveryList.singleProducer("there", 8);
        DeliveryList<Token> back = DeliveryList.singleProducer("back", 8);
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 8);
        Transfer transfer = new Transfer(4, completions);
        int[] rounds = new int[1];
        long[] allocated = new long[WINDOWS];
        boolean[] ended = new boolean[1];
        try (Engine engine = kind.make()) {
            FunctionAgent a = engine.add("a", TestProfile.PROCESSOR, context -> {
                context.consumes(back);
                context.consumes(completions);
                TimerList timers = new TimerList(context, 2);
                Timer timeout = new Timer("timeout", () -> { });
                long[] grant = {bus.grants().grant(surface, 0, 64, 64, 64, card, true)};
                Token token = new Token(0);
                boolean[] begun = new boolean[1];
                return new FunctionAgent(context, limit -> {
                    int work = timers.expire(limit);
                    if (!begun[0]) {
                        begun[0] = true;
                        context.deliver(there, token);
                        work++;
                    }
                    Token returned = back.poll();
                    if (returned != null) {
                        // A window that moves: the grant is renewed every round.
                        bus.grants().revoke(grant[0]);
                        grant[0] = bus.grants().grant(surface, 0, 64, 64, 64, card, true);
                        transfer.clear().under(grant[0]).add(from.base(), surface.base(), 1000);
                        transfer.add(from.base() + 2000, surface.base() + 64, 500);
                        transfer.attach(returned);
                        context.submit(dma, transfer);
                        timers.start(timeout, 1_000_000);
                        work++;
                    }
                    Transfer moved = completions.poll();
                    if (moved != null) {
                        assertEquals(Transfer.Outcome.DONE, moved.outcome());
                        if (++rounds[0] % ROUNDS_PER_WINDOW == 0) {
                            int window = rounds[0] / ROUNDS_PER_WINDOW - 1;
                            allocated[window] = THREADS.getCurrentThreadAllocatedBytes();
                            ended[0] = window == WINDOWS - 1;
                        }
                        if (!ended[0]) {
                            Token next = (Token) moved.attachment();
                            if (next != null) {
                                context.programmedIo(dma, screen, 64);
                                context.deliver(there, next, rounds[0] % 2 == 0 ? 0 : 200);
                            }
                        }
                        work++;
                    }
                    timers.arm();
                    return work;
                });
            });
            engine.add("b", TestProfile.PROCESSOR, context -> {
                context.consumes(there);
                return new FunctionAgent(context, limit -> {
                    Token token = there.poll();
                    if (token == null) {
                        return 0;
                    }
                    token.hops++;
                    context.deliver(back, token);
                    return 1;
                });
            });
            engine.start();
            engine.tasks(a).await("the rounds", () -> ended[0]);
        }
        // What is allocated per round shows in every window; what the virtual machine allocates while it compiles does not.
        long least = Long.MAX_VALUE;
        for (int window = 1; window < WINDOWS; window++) {
            least = Math.min(least, allocated[window] - allocated[window - 1]);
        }
        assertEquals(0, least);
    }
}
