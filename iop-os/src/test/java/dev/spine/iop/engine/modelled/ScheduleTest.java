package dev.spine.iop.engine.modelled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A schedule decides between senders, and never within what one sender has delivered to one list. */
class ScheduleTest {
    private static final int EACH = 3;

    /** Delivers its numbers at the first step. */
    private static final class Sender implements Agent {
        private final AgentContext context;
        private final DeliveryList<String> to;
        private boolean sent;

        Sender(AgentContext context, DeliveryList<String> to) {
            this.context = context;
            this.to = to;
        }

        @Override
        public String roleName() {
            return context.path();
        }

        @Override
        public int doWork(int limit) {
            context.charge(Op.POLL);
            if (sent) {
                return 0;
            }
            sent = true;
            for (int i = 0; i < EACH; i++) {
                context.deliver(to, context.path() + i);
            }
            return 1;
        }
    }

    /** Notes what arrives. */
    private static final class Receiver implements Agent {
        private final AgentContext context;
        private final DeliveryList<String> list;
        private final List<String> received = new ArrayList<>();

        Receiver(AgentContext context, DeliveryList<String> list) {
            this.context = context;
            this.list = list;
            context.consumes(list);
        }

        @Override
        public String roleName() {
            return context.path();
        }

        @Override
        public int doWork(int limit) {
            context.charge(Op.POLL);
            String item = list.poll();
            if (item == null) {
                return 0;
            }
            received.add(item);
            return 1;
        }
    }

    private static ProcessorSpec processor() {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            cycles.put(op, 10.0);
        }
        return new ProcessorSpec("test", CostTable.ofCycles(100_000_000, cycles));
    }

    private static MachineProfile profile() {
        return MachineProfile.named("test").host(processor()).iop(processor()).bus(new BusTiming(33_000_000, 4, 8, 4096, 4))
            .dma(new DmaTiming(100, 100_000_000)).wire(new WireTiming(100_000_000, 1_000, 24)).cardMemoryBytes(1 << 20).build();
    }

    private static Receiver build(ModelledEngine engine) {
        DeliveryList<String> list = DeliveryList.multiProducer("numbers", 16);
        Receiver receiver = engine.add("n/receiver", processor(), context -> new Receiver(context, list));
        engine.add("n/a", processor(), context -> new Sender(context, list));
        engine.add("n/b", processor(), context -> new Sender(context, list));
        engine.start();
        return receiver;
    }

    private static final class Holding extends Schedule {
        @Override
        protected long delayNs(String from, DeliveryList<?> list, Object item) {
            return HELD;
        }
    }

    @Test
    void whatIsHeldArrivesInTheOrderInWhichItIsReleased() {
        Holding schedule = new Holding();
        ModelledEngine engine = new ModelledEngine(profile(), 1);
        engine.schedule(schedule);
        Receiver receiver = build(engine);
        engine.advanceTo(1_000_000);
        assertEquals(List.of(), receiver.received);
        assertEquals(List.of("n/a > numbers", "n/b > numbers"), schedule.held());
        assertEquals("n/b0", schedule.oldest("n/b > numbers"));
        for (String from : List.of("n/b", "n/a", "n/b", "n/b", "n/a")) {
            schedule.release(from + " > numbers");
            engine.advanceTo(engine.nowNs() + 10_000);
        }
        schedule.lose("n/a > numbers");
        assertEquals(List.of("n/b0", "n/a0", "n/b1", "n/b2", "n/a1"), receiver.received);
        assertEquals(List.of(), schedule.held());
        assertThrows(IllegalArgumentException.class, () -> schedule.release("n/a > numbers"));
        engine.close();
    }

    @Test
    void whatIsDelayedIsOvertakenByNothingOfTheSameSender() {
        ModelledEngine engine = new ModelledEngine(profile(), 1);
        engine.schedule(new Schedule() {
            @Override
            protected long delayNs(String from, DeliveryList<?> list, Object item) {
                return "n/a0".equals(item) ? 500_000 : 0;
            }
        });
        Receiver receiver = build(engine);
        engine.advanceTo(400_000);
        assertEquals(List.of("n/b0", "n/b1", "n/b2"), receiver.received);
        engine.advanceTo(1_000_000);
        assertEquals(List.of("n/b0", "n/b1", "n/b2", "n/a0", "n/a1", "n/a2"), receiver.received);
        engine.close();
    }

    @Test
    void aScheduleThatDelaysNothingChangesNothing() {
        ModelledEngine plain = new ModelledEngine(profile(), 1);
        Receiver without = build(plain);
        plain.advanceTo(1_000_000);
        ModelledEngine scheduled = new ModelledEngine(profile(), 1);
        scheduled.schedule(new Schedule() { });
        Receiver with = build(scheduled);
        scheduled.advanceTo(1_000_000);
        assertEquals(without.received, with.received);
        assertEquals(plain.digest(), scheduled.digest());
        assertFalse(with.received.isEmpty());
        plain.close();
        scheduled.close();
    }

    @Test
    void aScheduleComesFirstAndAlone() {
        ModelledEngine engine = new ModelledEngine(profile(), 1);
        engine.schedule(new Holding());
        assertThrows(IllegalStateException.class, () -> engine.schedule(new Holding()));
        engine.close();
        ModelledEngine late = new ModelledEngine(profile(), 1);
        build(late);
        assertThrows(IllegalStateException.class, () -> late.schedule(new Holding()));
        late.close();
    }
}
