package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.RevocationFence;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.kernel.IopKernel;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Racer;

/**
 * On the live engine, the owner of memory revokes what it has granted to an extension on another processor, while that has transfers going:
 * once the revocation is complete, no byte lands. {@code -Dspine.races=N} says how often.
 */
class RevocationRaceTest {
    private static final int BYTES = 4_096;
    private static final byte UNTOUCHED = 0x11;
    /** An await of the live engine is bounded. */
    private static final int RACES_OF_WAIT = 100;
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());

    @Test
    void noByteLandsAfterARevocationIsComplete() {
        race(300);
    }

    @Test
    @Tag("full")
    void noByteLandsAfterAnyOfManyRevocations() {
        race(Integer.getInteger("spine.races", 6_000));
    }

    private static void race(int races) {
        Bus bus = new Bus(2);
        BusAgent card = new BusAgent(1, "card");
        Region given = bus.allocate("given", BusAgent.host(), Access.OWNER, BYTES);
        given.memory().fill(UNTOUCHED);
        MessagingUnit unit = new MessagingUnit("card", Arena.ofAuto().allocate(1 << 20, 4096), 512, 32);
        RuntimeModule runtime = new RuntimeModule(1 << 20, InstanceLimits.STANDARD);
        int[] runtimeTid = new int[1];
        try (LiveEngine engine = new LiveEngine(ThreadLayout.twoCore(path -> path.equals("card") ? 0 : 1), 1)) {
            IopKernel kernel = engine.add("card", ProcessorSpec.THIS_MACHINE, agent -> new IopKernel("card", agent,
                new DmaEngine(bus, card), unit, (slot, request) -> request.finish()));
            runtimeTid[0] = kernel.install(runtime);
            kernel.directory().state(IopState.OPERATIONAL);
            runtime.enable();
            Owner owner = engine.add("owner", ProcessorSpec.THIS_MACHINE, context -> new Owner(context, bus, card, given, unit,
                runtimeTid, races));
            Region replies = bus.allocate("replies", BusAgent.host(), Access.READ_WRITE, 64 * 512);
            for (int i = 0; i < 64; i++) {
                unit.hostLink().outbound().adopt(Delivery.DIRECT, replies.memory(), i * 512L, (int) replies.base() + i * 512);
            }
            engine.start();
            engine.tasks(kernel).run(() -> owner.load(runtime));
            for (int awaited = 0; awaited < races; awaited += RACES_OF_WAIT) {
                int until = Math.min(races, awaited + RACES_OF_WAIT);
                engine.tasks(owner).await(until + " races", () -> owner.done >= until);
            }
            assertEquals(races, owner.done);
            assertTrue(owner.hits > 0, "in no race was anything transferred, seed " + SEED);
        }
    }

    /** The host: grants, revokes, waits, looks. */
    private static final class Owner implements Agent {
        private final Bus bus;
        private final BusAgent card;
        private final Region given;
        private final MessagingUnit unit;
        private final int[] runtimeTid;
        private final int races;
        private final AgentContext context;
        private final RevocationFence fence;
        private final MessageFrame writer = new MessageFrame();
        private final Random random = new Random(SEED);
        private volatile boolean ready;
        private int instance;
        private long token;
        private int step;
        private int wait;
        private int patience;
        int done;
        int hits;

        Owner(AgentContext context, Bus bus, BusAgent card, Region given, MessagingUnit unit, int[] runtimeTid, int races) {
            this.context = context;
            this.fence = context.newFence();
            this.bus = bus;
            this.card = card;
            this.given = given;
            this.unit = unit;
            this.runtimeTid = runtimeTid;
            this.races = races;
        }

        /** On the card's thread. */
        void load(RuntimeModule runtime) {
            try {
                instance = runtime.card().loads().load(Card.image(Racer.class), LoadOptions.OF_NODE).number();
            } catch (ExtensionException e) {
                throw new AssertionError(e);
            }
            ready = true;
        }

        @Override
        public String roleName() {
            return context.path();
        }

        @Override
        public int doWork(int limit) {
            // The card refuses a grant that was revoked before it came.
            for (Frame reply = unit.hostLink().outbound().poll(); reply != null; reply = unit.hostLink().outbound().poll()) {
                unit.hostLink().outbound().free(context, reply);
            }
            if (!ready || done == races || --wait > 0) {
                return 0;
            }
            switch (step) {
                case 0 -> grant();
                case 1 -> {
                    // Every other time the transfers have begun; how far they are, nobody knows.
                    if (done % 2 == 0 && patience-- > 0 && given.memory().get(ValueLayout.JAVA_BYTE, 0) == UNTOUCHED) {
                        return 1;
                    }
                    assertTrue(bus.grants().revoke(token));
                    fence.begin();
                    step = 2;
                }
                case 2 -> {
                    if (fence.isPassed()) {
                        hits += given.memory().get(ValueLayout.JAVA_BYTE, 0) == UNTOUCHED ? 0 : 1;
                        given.memory().fill(UNTOUCHED);
                        step = 3;
                        wait = random.nextInt(20);
                    }
                }
                default -> look();
            }
            return 1;
        }

        private void grant() {
            Frame frame = unit.hostLink().inbound().take();
            if (frame == null) {
                return;
            }
            token = bus.grants().grant(given, 0, BYTES, BYTES, 1, card, true);
            writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
            writer.header(RuntimeProtocol.REGION_WORDS, 0, 0, Function.SMALL_MESSAGE, Tid.HOST, runtimeTid[0]);
            writer.contexts(0, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 2), 0, RuntimeProtocol.KIND_REGION));
            int at = RuntimeProtocol.FIRST_REGION_WORD;
            writer.setWord(at, (int) token);
            writer.setWord(at + 1, (int) (token >>> 32));
            writer.setWord(at + 2, (int) given.base());
            writer.setWord(at + 3, (int) (given.base() >>> 32));
            writer.setWord(at + 4, BYTES);
            writer.setWord(at + 5, 1);
            unit.hostLink().inbound().post(context, frame);
            step = 1;
            patience = 10_000_000;
            wait = random.nextInt(200);
        }

        private void look() {
            for (int i = 0; i < BYTES; i++) {
                if (given.memory().get(ValueLayout.JAVA_BYTE, i) != UNTOUCHED) {
                    throw new AssertionError("byte " + i + " landed after the end of revocation " + done + ", seed " + SEED);
                }
            }
            done++;
            step = 0;
        }
    }
}
