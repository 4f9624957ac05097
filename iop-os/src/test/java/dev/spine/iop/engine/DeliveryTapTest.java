package dev.spine.iop.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A tap hears of every delivery, once, before it arrives, on both engines; without one, contexts are those of no tap. */
@Timeout(30)
class DeliveryTapTest {
    private record Heard(String from, String list, Object item, boolean hadArrived) {}

    /** Delivers numbers to a list that it consumes itself. */
    private static final class Counting implements Agent {
        private final AgentContext context;
        private final DeliveryList<Integer> list = DeliveryList.singleProducer("numbers", 8);
        private int taken;

        Counting(AgentContext context) {
            this.context = context;
            context.consumes(list);
        }

        @Override
        public int doWork(int limit) {
            Integer number = list.poll();
            if (number == null) {
                return 0;
            }
            taken = number;
            if (number < 3) {
                context.deliver(list, number + 1, number == 1 ? 1_000 : 0);
            }
            return 1;
        }

        @Override
        public String roleName() {
            return "counting";
        }
    }

    static Stream<Engine> engines() {
        MachineProfile profile = MachineProfile.named("test").host(ProcessorSpec.THIS_MACHINE).iop(ProcessorSpec.THIS_MACHINE)
            .bus(new BusTiming(1, 1, 0, 1, 1)).dma(new DmaTiming(0, 1)).wire(new WireTiming(1, 0, 0)).cardMemoryBytes(1).build();
        return Stream.of(new LiveEngine(ThreadLayout.ONE_CORE, 1), new ModelledEngine(profile, 1));
    }

    @ParameterizedTest
    @MethodSource("engines")
    void everyDeliveryIsHeardOnceBeforeItArrives(Engine engine) {
        List<Heard> heard = new CopyOnWriteArrayList<>();
        engine.tap((from, timeNs, list, item) -> {
            assertTrue(timeNs >= 0);
            heard.add(new Heard(from, list.name(), item, list.size() > 0));
        });
        Counting agent;
        try (engine) {
            agent = engine.add("node0/counting", ProcessorSpec.THIS_MACHINE, Counting::new);
            engine.start();
            Tasks tasks = engine.tasks(agent);
            tasks.run(() -> agent.context.deliver(agent.list, 1));
            tasks.await("the last number", () -> agent.taken == 3);
        }
        assertEquals(List.of(1, 2, 3), heard.stream().map(Heard::item).toList());
        assertTrue(heard.stream().allMatch(one -> one.from.equals("node0/counting") && one.list.equals("numbers") && !one.hadArrived),
            heard::toString);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void withoutATapTheContextIsThatOfTheEngine(Engine engine) {
        try (engine) {
            Counting agent = engine.add("node0/counting", ProcessorSpec.THIS_MACHINE, Counting::new);
            assertEquals(engine instanceof LiveEngine ? "LiveContext" : "ModelledContext", agent.context.getClass().getSimpleName());
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void aTapThatComesLateOrSecondIsRefused(Engine engine) {
        try (engine) {
            engine.tap((from, timeNs, list, item) -> { });
            assertThrows(IllegalStateException.class, () -> engine.tap((from, timeNs, list, item) -> { }));
        }
        try (Engine other = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
            other.add("node0/counting", ProcessorSpec.THIS_MACHINE, Counting::new);
            assertThrows(IllegalStateException.class, () -> other.tap((from, timeNs, list, item) -> { }));
        }
    }
}
