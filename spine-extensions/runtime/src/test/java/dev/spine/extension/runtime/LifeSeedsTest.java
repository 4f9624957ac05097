package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.network.NetworkCounters;
import dev.spine.extension.runtime.network.WireFormat;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Porter;

/**
 * Extensions come, are replaced, fail and go in any order, while messages, packets, bulk data and transfers are under way and frames are
 * lost on the wire. In the end each message was handled by exactly one version or is counted with a reason, nothing has written where it
 * may not, and nothing is left. {@code -Dspine.seed} runs one seed again.
 */
class LifeSeedsTest {
    private static final byte[] PORTER = Card.image(Porter.class);
    private static final byte PAINT = 0x5A;
    private static final byte[] PAINTED = painted();
    private static final String[] FAILURES = {"", "", "", "before", "after", "restore", "save", "forget"};
    private static final int BULK_AT = 600 << 10;

    @Test
    void aHundredSeeds() {
        run(1, 100);
    }

    @Test
    @Tag("full")
    void twoThousandSeeds() {
        run(1, 2000);
    }

    private static void run(long first, int count) {
        Long only = Long.getLong("spine.seed");
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        long handled = 0;
        for (long seed = only == null ? first : only; seed < (only == null ? first + count : only + 1); seed++) {
            try (Run run = new Run(seed)) {
                run.everything();
                handled += run.told.size();
                loaders.addAll(run.loaders);
                if (seed % 100 == 0 || only != null) {
                    // While the card is still there.
                    assertGone(seed, loaders);
                    loaders.clear();
                }
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " (-Dspine.seed=" + seed + "): " + e.getMessage(), e);
            }
        }
        assertTrue(handled > 0);
    }

    private static void assertGone(long seed, List<WeakReference<ClassLoader>> loaders) {
        for (int i = 0; i < 200 && loaders.stream().anyMatch(loader -> loader.get() != null); i++) {
            System.gc();
        }
        assertEquals(0, loaders.stream().filter(loader -> loader.get() != null).count(), "class loaders left at seed " + seed);
    }

    /** One card, from its first extension to its last. */
    private static final class Run implements AutoCloseable {
        private final Random random;
        private final Card card = new Card();
        private final Set<Integer> sent = new HashSet<>();
        private final Map<Integer, String> kinds = new HashMap<>();
        private final Set<Integer> told = new HashSet<>();
        private final Set<Integer> toldThenFailed = new HashSet<>();
        private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        private int numbers;
        private int returned;
        private int lostOnTheWire;
        private int wireSeen;

        Run(long seed) {
            this.random = new Random(seed);
            card.listen();
            paint(card.runtime.memory().region().memory());
            paint(card.runtime.deviceMemory().region().memory());
            card.hostMemory.memory().fill(PAINT);
        }

        private static void paint(MemorySegment memory) {
            memory.fill(PAINT);
        }

        void everything() {
            int steps = 24 + random.nextInt(16);
            for (int step = 0; step < steps; step++) {
                act();
                card.engine.advanceTo(card.engine.nowNs() + random.nextInt(300_000));
                if (random.nextInt(3) == 0) {
                    takeReplies();
                    wire();
                }
            }
            takeReplies();
            wire();
            takeReplies();
            for (int number = 1; number < 8; number++) {
                note(number);
                if (card.runtime.instance(number) != null) {
                    card.unload(number);
                    takeReplies();
                }
            }
            takeReplies();
            check();
        }

        private void act() {
            int instance = 1 + random.nextInt(4);
            switch (random.nextInt(12)) {
                case 0, 1 -> {
                    if (card.runtime.instance(3) == null) {
                        load();
                    }
                }
                case 2 -> {
                    note(instance);
                    card.unload(instance);
                    takeReplies();
                }
                case 3, 4 -> {
                    note(instance);
                    card.beginReplace(instance, PORTER, LoadOptions.OF_NODE.with("fail", FAILURES[random.nextInt(FAILURES.length)]));
                    if (random.nextBoolean()) {
                        burst(instance);
                    }
                    takeReplies();
                    note(instance);
                }
                case 5 -> bulk(instance);
                case 6, 7 -> packet();
                default -> burst(instance);
            }
        }

        private void load() {
            card.write(PORTER);
            card.beginLoad(PORTER);
            takeReplies();
        }

        /** Remembers which class loader an instance has now. */
        private void note(int number) {
            ExtensionInstance instance = card.runtime.instance(number);
            if (instance != null) {
                loaders.add(new WeakReference<>(instance.version().entry().getClass().getClassLoader()));
            }
        }

        private int next(String kind) {
            sent.add(++numbers);
            kinds.put(numbers, kind);
            return numbers;
        }

        private void burst(int instance) {
            for (int i = random.nextInt(5); i >= 0; i--) {
                int order = random.nextInt(7);
                int more = order == Porter.LOCAL || order == Porter.AWAY ? ++numbers : random.nextInt();
                card.small(instance, 1, order, next("small " + instance + " order " + order), more,
                    RuntimeProtocol.handlerNumber(1 + random.nextInt(4), 1));
            }
        }

        private void bulk(int instance) {
            int bytes = 1 + random.nextInt(3000);
            card.post(Function.SMALL_MESSAGE, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 1), 0,
                RuntimeProtocol.KIND_BULK), Porter.TELL, next("bulk " + instance), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xD400_0000 | bytes,
                (int) card.hostMemory.base() + BULK_AT);
        }

        private void packet() {
            byte[] packet = new byte[60];
            packet[12] = 8;
            packet[14] = 0x45;
            packet[17] = 46;
            packet[23] = 17;
            packet[36] = 7000 >> 8;
            packet[37] = 7000 & 0xFF;
            MemorySegment.ofArray(packet).set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN), 44, next("packet"));
            card.port.arrive(packet);
        }

        /** What was sent to another node comes to this card again, or is lost. */
        private void wire() {
            while (wireSeen < card.port.sent.size()) {
                byte[] frame = card.port.sent.get(wireSeen++);
                int type = (frame[12] & 0xFF) << 8 | frame[13] & 0xFF;
                assertEquals(WireFormat.ETHER_TYPE, type, "only messages leave this card");
                // The number is the second user word of the message inside.
                int number = MemorySegment.ofArray(frame).get(ValueLayout.JAVA_INT_UNALIGNED,
                    WireFormat.PAYLOAD + 4 * (RuntimeProtocol.FIRST_USER_WORD + 1));
                if (random.nextInt(3) == 0) {
                    lostOnTheWire++;
                } else {
                    sent.add(number);
                    kinds.put(number, "from the wire");
                    card.port.arrive(frame);
                    card.settle();
                }
            }
            card.port.takeHome();
        }

        private void takeReplies() {
            for (MessageFrame reply : card.replies()) {
                if (reply.function() == Function.SMALL_MESSAGE && reply.transactionContext() >>> 16 != 0 && reply.sizeWords() == 16) {
                    onTold(reply);
                } else if (reply.function() == Function.SMALL_MESSAGE) {
                    // Bulk data that nobody can take: the host is told.
                    returned++;
                }
            }
            card.port.takeHome();
        }

        private void onTold(MessageFrame reply) {
            int number = reply.word(4);
            assertTrue(told.add(number), "message " + number + " was handled twice");
            if (reply.word(6) == 1) {
                toldThenFailed.add(number);
            }
        }

        private void check() {
            assertEquals(0, card.loadedInstances(), "instances");
            Set<Integer> strangers = new HashSet<>(told);
            strangers.removeAll(sent);
            // What came by a local send is known only from what it told.
            sent.addAll(strangers);
            long missing = (long) sent.size() - told.size();
            long explained = card.runtime.dropped() + card.runtime.undeliverable() + returned + card.port.declined
                + card.runtime.instances().failedActivations() - toldThenFailed.size()
                + card.runtime.dispatcher().network().transport().counters().get(NetworkCounters.Counter.MESSAGES_LOST);
            assertTrue(missing <= explained, () -> missing + " messages are missing, " + explained + " are counted with a reason: "
                + sent.stream().filter(number -> !told.contains(number)).map(number -> number + " " + kinds.get(number)).toList()
                + ", dropped " + card.runtime.dropped() + ", undeliverable " + card.runtime.undeliverable() + ", returned " + returned
                + ", declined " + card.port.declined + ", failed " + card.runtime.instances().failedActivations() + ", told before "
                + toldThenFailed.size() + ", lost on the wire " + lostOnTheWire);
            assertEquals(0, card.runtime.memoryInUse(), "memory in use");
            assertTrue(card.runtime.memory().isWhole() && card.runtime.deviceMemory().isWhole(), "free list");
            assertTrue(card.allFramesAreFree(), "frames");
            assertEquals(card.port.taken, card.port.returned, "packets");
            assertPainted(card.runtime.memory().region().memory(), card.runtime.memory().everLent(), "card memory that was never lent");
            assertPainted(card.runtime.deviceMemory().region().memory(), card.runtime.deviceMemory().everLent(), "device memory");
            assertPainted(card.hostMemory.memory(), BULK_AT, "host memory that was not named");
            assertEquals(0, card.runtime.instances().owners().all().stream().filter(owner -> owner.quotas().used(Quota.BUFFERS) != 0
                || owner.quotas().used(Quota.TIMERS) != 0 || owner.quotas().used(Quota.HANDLERS) != 0
                || owner.quotas().used(Quota.MEMORY) != 0 || owner.quotas().used(Quota.HEAP) != 0).count(), "ledgers");
        }

        private static void assertPainted(MemorySegment memory, long from, String what) {
            MemorySegment rest = memory.asSlice(from);
            MemorySegment paint = MemorySegment.ofArray(PAINTED).asSlice(0, rest.byteSize());
            assertEquals(-1, rest.mismatch(paint), what);
        }

        @Override
        public void close() {
            card.close();
        }
    }

    private static byte[] painted() {
        byte[] bytes = new byte[1 << 20];
        java.util.Arrays.fill(bytes, PAINT);
        return bytes;
    }
}
